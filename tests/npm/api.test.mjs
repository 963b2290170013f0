// The package in Node, as an ECMAScript module and as CommonJS.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { consumer, node, sample } from "./consumer.mjs";

const folder = consumer("api");
const require = createRequire(join(folder, "index.js"));
const entry = pathToFileURL(join(folder, "node_modules/taxgrade/dist/node.js")).href;
const taxgrade = await import(entry);
const { expected, response, name } = sample();
const wasm = readFileSync(join(folder, "node_modules/taxgrade/dist/taxgrade.wasm"));
/** A copy of the package with nothing started yet. */
let copies = 0;
const fresh = () => import(`${entry}?${(copies += 1)}`);

test("import and require give the same answers, without init", () => {
  const ask = `
    const request = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    console.log(JSON.stringify(grade(request)));`;
  const input = JSON.stringify({ expected, response, case: name });
  const script = (head) => node(folder, ["-e", head + ask], { input }).stdout;
  const esm = node(
    folder,
    ["--input-type=module", "-e", `import { createRequire } from "node:module"; import { grade } from "taxgrade"; const require = createRequire(import.meta.url);${ask}`],
    { input },
  ).stdout;
  assert.equal(script('const { grade } = require("taxgrade");'), esm);
  assert.equal(script('const { grade } = require("taxgrade/node");'), esm);
  assert.deepEqual(JSON.parse(esm), taxgrade.grade({ expected, response, case: name }));
});

test("no entry has a default export, which promptfoo would take for everything", async () => {
  const { exports } = JSON.parse(readFileSync(join(folder, "node_modules/taxgrade/package.json"), "utf8"));
  const found = [];
  for (const path of Object.keys(exports)) {
    if (["./wasm", "./package.json", "./vitest"].includes(path)) continue;
    const address = pathToFileURL(require.resolve(join("taxgrade", path))).href.replace(/\.cjs$/, ".js");
    const names = Object.keys(await import(address));
    assert.ok(names.length > 0, path);
    if (names.includes("default")) found.push(path);
  }
  assert.deepEqual(found, []);
});

test("answers are plain objects that JSON keeps", () => {
  const answer = taxgrade.grade({ expected, response });
  assert.equal(answer.ok, true);
  assert.equal(Object.getPrototypeOf(answer), Object.prototype);
  assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer);
});

test("positions count UTF-16 units", () => {
  for (const before of ["\u{1f4b0}é中", "\ud83d half a pair", "plain"]) {
    const text = `Line 1a: Wages | ${before} | $43,600`;
    const answer = taxgrade.grade({ expected, response: text });
    const { span } = answer.lines[0];
    assert.equal(text.slice(span.start, span.end), "$43,600", before);
  }
  const broken = taxgrade.grade({ expected: "<Return>\u{1f4b0}&bad;</Return>", response: "" });
  assert.equal(broken.error.position.offset, 10);
});

test("bad input is an answer", () => {
  for (const [request, code] of [
    [{ expected: "<x", response: "" }, "xml-malformed"],
    [{ expected, response: "", mode: "fuzzy" }, "request-invalid"],
    [{ expected, response: "", tolerance: -1 }, "request-invalid"],
    [{ expected, response: "", profile: "xx" }, "profile-missing"],
    [{ expected, response: "", colour: 1 }, "request-invalid"],
    [{ expected, response: "x".repeat(17 * 2 ** 20) }, "response-limit"],
  ]) {
    const { ok, error } = taxgrade.grade(request);
    assert.deepEqual([ok, error.code], [false, code]);
    assert.deepEqual(Object.keys(error), ["code", "message", "help", "position"]);
  }
});

test("misuse throws an Error that says what is needed", () => {
  for (const [misuse, message] of [
    [() => taxgrade.grade(), /grade: an object is needed, not undefined/],
    [() => taxgrade.grade({ expected, response: 5 }), /grade: "response" must be a string, not number/],
    [() => taxgrade.grade({ response }), /grade: "expected" must be a string, not undefined/],
    [() => taxgrade.grade({ expected, response, tolerance: Number.NaN }), /"tolerance" must be a finite number/],
    [() => taxgrade.grade({ expected, response, id: 1n }), /"id" must not be a bigint/],
    [() => taxgrade.gradeMany({}), /gradeMany: an array/],
    [() => taxgrade.gradeMany([{ expected, response }, null]), /request 2: an object is needed, not null/],
    [() => taxgrade.aggregate("x"), /aggregate: an array/],
    [() => taxgrade.openKey({}), /openKey: "expected"/],
    [() => taxgrade.openKey({ expected }).grade(), /"response" must be a string/],
  ]) {
    assert.throws(misuse, (error) => error instanceof TypeError && message.test(error.message), String(misuse));
  }
});

test("many requests are answered like single ones, and one that is wrong spoils no other", () => {
  const requests = [
    { id: 7, expected, response },
    { expected: "<x", response },
    { expected, response, tolerance: 1000, mode: "upstream", case: "a" },
  ];
  const single = requests.map(({ id, ...request }) => {
    const answer = taxgrade.grade(request);
    return id === undefined ? answer : { id, ...answer };
  });
  assert.equal(JSON.stringify(taxgrade.gradeMany(requests)), JSON.stringify(single));
});

test("a key is read once and grades as a whole request does", () => {
  const key = taxgrade.openKey({ expected, tolerance: 10 });
  const options = { case: name, mode: "upstream" };
  const whole = taxgrade.grade({ expected, response, tolerance: 10, ...options });
  assert.equal(key.ok, true);
  assert.equal(JSON.stringify(key.grade(response, options)), JSON.stringify(whole));
  key.close();
  key.close();
  assert.throws(() => key.grade(response), /the answer key is closed/);
  assert.equal(taxgrade.openKey({ expected: "<x" }).error.code, "xml-malformed");
});

test("what is read can be had by itself", () => {
  const [profile] = taxgrade.profiles();
  assert.equal(profile.id, "us-ty24");
  const parsed = taxgrade.parseResponse({ response: "Line 1a: Wages | | $43,600", profile });
  assert.deepEqual(parsed.lines.map(({ line, amount }) => [line, amount]), [["1a", 43600]]);
  const read = taxgrade.parseExpected({ expected });
  assert.equal(read.lines[0].amount, 43600);
  assert.ok(read.values.some(({ path }) => path === "/Return/ReturnData/IRS1040/WagesAmt"));
  assert.match(taxgrade.renderMarkdown({ expected, response }).markdown, /^Line 1a: /);
});

test("runs become a leaderboard with pass@k and pass^k", () => {
  const right = taxgrade.grade({ expected, response: taxgrade.parseExpected({ expected }).lines
    .map(({ line, label, amount }) => `Line ${line}: ${label} | | ${amount}`).join("\n"), case: name });
  const wrong = taxgrade.grade({ expected, response: "", case: name });
  assert.equal(right.strictCorrect, true);
  const runs = [right, wrong].map((answer) => ({ ...answer, model: "m" }));
  const { entries, markdown } = taxgrade.aggregate(runs, { total: 51 });
  assert.deepEqual(entries[0].segments[0].passAt.map(({ strict }) => strict), [0.5, 1]);
  assert.deepEqual(entries[0].segments[0].passHat.map(({ strict }) => strict), [0.5, 0]);
  assert.match(markdown, /\| m \|  \| - \| 1×2\/51 \| 50.00% \|/);
  assert.equal(taxgrade.aggregate([{ case: "a", lines: [] }]).error.code, "request-invalid");
});

test("init takes nothing, an address, bytes or a module, twice, and a failure can be repaired", async () => {
  const url = pathToFileURL(join(folder, "node_modules/taxgrade/dist/taxgrade.wasm"));
  const sources = [undefined, url, url.href, url.pathname, wasm, new Uint8Array(wasm).buffer, new WebAssembly.Module(wasm)];
  for (const source of sources) {
    const copy = await fresh();
    const [first, second] = [copy.init(source), copy.init()];
    await Promise.all([first, second]);
    assert.equal(copy.grade({ expected, response }).ok, true);
    await copy.init(source);
  }
  const copy = await fresh();
  await assert.rejects(copy.init(42), /init takes nothing, a URL, bytes/);
  await assert.rejects(copy.init(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  await copy.init(wasm);
  assert.equal(copy.grade({ expected, response }).ok, true);
});

test("a trap is answered, says that a fresh instance took over, and poisons nothing", async () => {
  const copy = await fresh();
  // Memory that cannot grow far makes a real trap of a large response.
  await copy.init(withMostPages(wasm, 64));
  const key = copy.openKey({ expected });
  const before = JSON.stringify(copy.grade({ expected, response }));
  const large = `Line 1a: Wages | | 1\n${"x".repeat(6 * 2 ** 20)}`;
  const answers = [
    copy.grade({ expected, response: large }),
    key.grade(large),
    copy.parseResponse({ response: large, profile: "us-ty24" }),
  ];
  for (const answer of answers) {
    assert.equal(answer.ok, false);
    assert.equal(answer.error.code, "trap");
    assert.match(answer.error.message, /stopped inside WebAssembly \(.+\); a fresh instance has taken over/);
    assert.equal(copy.isTrap(answer), true);
    assert.equal(JSON.stringify(copy.grade({ expected, response })), before);
    assert.equal(JSON.stringify(key.grade(response)), before, "a key opened before the trap");
  }
  const many = copy.gradeMany([{ expected, response }, { id: "big", expected, response: large }, { expected, response }]);
  assert.deepEqual(many.map(({ ok, id }) => [ok, id]), [[true, undefined], [false, "big"], [true, undefined]]);
  assert.equal(copy.isTrap(many[1]), true);
  for (let round = 0; round < 50; round += 1) copy.grade({ expected, response: large });
  assert.equal(JSON.stringify(copy.grade({ expected, response })), before);
});

test("tens of thousands of calls do not use more and more memory", () => {
  const key = taxgrade.openKey({ expected });
  const run = (times) => {
    for (let at = 0; at < times; at += 1) key.grade("Line 1a: Wages | | 1");
  };
  run(1000);
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  run(20_000);
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  assert.ok(after - before < 8 * 2 ** 20, `${before} → ${after}`);
});

/** The module with a limit on its memory. */
function withMostPages(bytes, most) {
  const number = (from) => {
    let value = 0;
    for (let at = from, shift = 0; ; at += 1, shift += 7) {
      value |= (bytes[at] & 127) << shift;
      if (bytes[at] < 128) return [value, at + 1];
    }
  };
  const encoded = (value) => {
    const out = [];
    for (; value > 127; value >>>= 7) out.push((value & 127) | 128);
    return [...out, value];
  };
  for (let at = 8; at < bytes.length; ) {
    const [size, start] = number(at + 1);
    if (bytes[at] === 5) {
      const [least] = number(start + 2);
      const body = [1, 1, ...encoded(least), ...encoded(Math.max(most, least))];
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([5, ...encoded(body.length), ...body]), bytes.subarray(start + size)]);
    }
    at = start + size;
  }
  throw new Error("the module has no memory");
}

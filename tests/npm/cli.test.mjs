// `npx taxgrade grade`: the same output and exit codes as the native command.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { cases, consumer, root, sample } from "./consumer.mjs";

const native = join(process.env.TAXGRADE_BUILT ?? join(root, "target/debug"), "taxgrade");
const folder = consumer("cli");
const script = join(folder, "node_modules/taxgrade/dist/cli.js");
const { path: expected, responsePath, response, name } = sample();
const xml = cases().find((one) => one.name === name).expected;
const right = cases().find((one) => one.name === "single-w2-interest");
const scratch = join(folder, "files");
mkdirSync(scratch);
const file = (called, text) => {
  writeFileSync(join(scratch, called), text);
  return join(scratch, called);
};

function both(args, input = "") {
  const options = { cwd: root, input, encoding: "utf8", maxBuffer: 2 ** 28, env: { ...process.env, COLUMNS: "" } };
  const pick = ({ status, stdout, stderr }) => ({ status, stdout, stderr });
  const theirs = pick(spawnSync(native, args, options));
  const ours = pick(spawnSync(process.execPath, [script, ...args], options));
  assert.deepEqual(ours, theirs, `taxgrade ${args.join(" ")}`);
  return ours;
}

test("npx finds the command", () => {
  const done = spawnSync("npx", ["--no-install", "taxgrade", "--version"], { cwd: folder, encoding: "utf8" });
  assert.match(done.stdout, /^taxgrade \d+\.\d+\.\d+\n$/);
});

test("one response, in every form", () => {
  for (const format of [[], ["--format", "json"], ["--format", "markdown"], ["--format=csv"], ["--all-lines"], ["--format", "csv", "--all-lines"]]) {
    for (const more of [[], ["--mode", "upstream"], ["--tolerance", "100"], ["--case", "ty25-ca-001"], ["--profile", "us-ty24"], ["--no-diagnosis"]]) {
      const { status, stdout } = both(["grade", "--expected", expected, responsePath, ...format, ...more]);
      assert.equal(status, 0);
      assert.ok(stdout.length > 500);
    }
  }
  assert.equal(both(["grade", "--expected", expected], response).status, 0);
});

test("every jurisdiction, as a table and as JSON", () => {
  for (const one of cases().filter(({ name }) => name.startsWith("ty25"))) {
    for (const path of one.responses.slice(0, 2)) {
      both(["grade", "--expected", one.path, path]);
      both(["grade", "--expected", one.path, path, "--format", "json"]);
    }
  }
});

test("exit codes say what is demanded", () => {
  const with_ = (...args) => both(["grade", "--expected", expected, responsePath, ...args]).status;
  const empty = (...args) => both(["grade", "--expected", expected, "-", ...args]).status;
  const statuses = [
    with_("--require", "strict"), with_("--require", "lenient"), with_("--fail-under", "1"), with_("--fail-under", "100%"),
    empty("--require", "strict"), empty("--require", "lenient"), empty("--fail-under", "1"), empty("--fail-under", "99"),
  ];
  assert.deepEqual([...new Set(statuses)].sort(), [0, 1]);
});

test("what is wrong is said in the same words", () => {
  const profile = file("profile.json", "{\"id\": 1}");
  const broken = file("broken.xml", "<Return>\n <x");
  const amount = file("amount.xml", xml.replace(/<WagesAmt>\d+/, "<WagesAmt>4x"));
  for (const args of [
    [], ["--help"], ["-h"], ["grade", "--help"], ["grade", "-h"], ["help", "grade"], ["--version"],
    ["grade"], ["grade", "--bogus"], ["grade", "--expected"], ["frobnicate"], ["grade", "--jsonl", "--expected", "x"],
    ["grade", "--expected", expected, "a", "b"], ["grade", "--mode=x", "--expected", expected], ["grade", "--expect", expected],
    ["grade", "--expected", expected, "--expected", expected], ["grade", "--fail-under", "200", "--expected", expected],
    ["grade", "--tolerance", "x", "--expected", expected], ["grade", "--tolerance=-1", "--expected", expected],
    ["grade", "--expected", "no-such-file"], ["grade", "--expected", expected, "no-such-file"], ["grade", "--expected", scratch],
    ["grade", "--expected", broken], ["grade", "--expected", broken, "--format", "json"], ["grade", "--expected", amount],
    ["grade", "--expected", expected, "--profile", "xx"], ["grade", "--expected", expected, "--profile", "ca-ty25"],
    ["grade", "--expected", expected, "--profile", profile], ["grade", "--expected", expected, "--profile", profile, "--format", "json"],
    ["grade", "--jsonl", "no-such-file"], ["grade", "--jsonl", "--profile", "xx"], ["grade", "--jsonl", "--data-dir", "no-such-folder"],
    ["grade", "--jsonl", "--data-dir", scratch],
  ]) both(args);
});

test("requests by the line", () => {
  const line = (more) => JSON.stringify({ expected: xml, response, ...more });
  const input = [
    line({ id: 1 }), line({ id: { a: [1.5, null] }, mode: "upstream" }), "", "   ", line({ tolerance: 0 }), line({ profile: "ca-ty25" }),
    JSON.stringify({ case: name, response }), JSON.stringify({ case: "../x", response }), JSON.stringify({ case: "nope", response }),
    JSON.stringify({ response }), "{", "[]", line({ colour: 1 }), `${line({ id: "crlf" })}\r`, line({ id: "last, without an end" }),
  ].join("\n");
  assert.equal(both(["grade", "--jsonl"], input).status, 1);
  for (const data of ["test_data", "test_data/ty24", "test_data/ty24/test_data"]) {
    both(["grade", "--jsonl", "--data-dir", data], input);
  }
  both(["grade", "--jsonl", "--profile", "us-ty24", "--mode", "upstream"], input);
  both(["grade", "--jsonl", file("requests.jsonl", input)]);
  both(["grade", "--jsonl", "--no-diagnosis"], input);
  both(["grade", "--jsonl"], Buffer.concat([Buffer.from([0x7b, 0xff, 10]), Buffer.from(line({}))]));
  assert.equal(both(["grade", "--jsonl"], line({ id: 1 })).status, 0);
  assert.equal(both(["grade", "--jsonl"], "").stdout, "");
});

test("a request is answered while the next one is awaited", async () => {
  const command = spawn(process.execPath, [script, "grade", "--jsonl"], { stdio: ["pipe", "pipe", "inherit"] });
  for (const id of [1, 2, 3]) {
    command.stdin.write(`${JSON.stringify({ id, expected: xml, response })}\n`);
    const answer = await new Promise((resolve) => command.stdout.once("data", resolve));
    assert.match(String(answer), new RegExp(`^\\{"id":${id},`));
  }
  command.stdin.end();
  assert.equal(await new Promise((resolve) => command.once("exit", resolve)), 0);
});

test("a reader that goes away early is no error", () => {
  const input = `${JSON.stringify({ expected: xml, response })}\n`.repeat(3000);
  const done = spawnSync("bash", ["-c", `set -o pipefail; "${process.execPath}" "${script}" grade --jsonl | head -1`], { input, encoding: "utf8" });
  assert.equal(done.stderr, "");
  assert.equal(done.stdout.trimEnd().split("\n").length, 1);
});

test("commands that need the native program say so", () => {
  const done = spawnSync(process.execPath, [script, "cases"], { encoding: "utf8" });
  assert.equal(done.status, 2);
  assert.match(done.stderr, /only the `grade` command/);
});

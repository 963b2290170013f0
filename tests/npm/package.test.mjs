// What is in the package, and whether its declarations hold.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { consumer, node, pack, root, tool, write } from "./consumer.mjs";

const folder = consumer("package");
const installed = join(folder, "node_modules/taxgrade");
const tsc = (args) => node(folder, [tool("typescript/bin/tsc"), ...args], { fails: true });

test("the package holds what runs and nothing else", () => {
  const files = readdirSync(installed, { recursive: true }).filter((name) => /\.\w+$/.test(name));
  const strange = files.filter((name) => !/^(package\.json|README\.md|LICENSE|dist\/.+\.(c?js|d\.c?ts|wasm))$/.test(name));
  assert.deepEqual(strange, []);
  assert.ok(files.includes("README.md"));
});

test("the version is the workspace's", () => {
  const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.equal(version, /\[workspace\.package\]\s+version = "([^"]+)"/.exec(cargo)[1]);
});

test("publint has nothing to say", () => {
  const done = node(join(root, "pkg"), [tool("publint/src/cli.js"), "--strict", pack()], { fails: true });
  assert.equal(done.status, 0, done.stdout + done.stderr);
  assert.match(done.stdout, /All good/);
});

test("are the types wrong? no", () => {
  const settings = [
    // Before Node 12.7 there were no exports; engines asks for 20.
    "--profile", "node16",
    // The entry for browsers is an ECMAScript module alone.
    "--ignore-rules", "cjs-resolves-to-esm",
    // The module itself.
    "--exclude-entrypoints", "wasm",
  ];
  const attw = tool("@arethetypeswrong/cli/dist/index.js");
  const done = node(folder, [attw, pack(), "--format", "ascii", "--no-emoji", ...settings], { fails: true });
  assert.equal(done.status, 0, done.stdout + done.stderr);
});

test("no declaration says any", () => {
  for (const name of readdirSync(join(installed, "dist/types"), { recursive: true })) {
    if (!/\.d\.c?ts$/.test(name)) continue;
    const code = readFileSync(join(installed, "dist/types", name), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    // vitest's own interface has the parameter `T = any`, and a declaration that adds to it must too.
    const left = code.replace("interface Matchers<T = any> extends", "");
    assert.doesNotMatch(left, /\bany\b/, name);
  }
});

const uses = `
import { type GradeAnswer, type Graded, aggregate, grade, gradeMany, init, openKey, parseExpected, parseResponse, profiles, renderMarkdown, version } from "taxgrade";
const answer: GradeAnswer = grade({ expected: "<x/>", response: "", mode: "upstream", tolerance: 2, case: "a", profile: "us-ty24" });
if (answer.ok) {
  const lines: readonly (number | null)[] = answer.lines.map((line) => line.difference);
  const verdict: "exact" | "within" | "wrong" | null | undefined = answer.lines[0]?.verdict;
  const place: number | undefined = answer.lines[0]?.span?.start;
  const figures = aggregate([{ ...answer, model: "m" }], { total: 51 });
  if (figures.ok) figures.entries[0]?.segments[0]?.passHat[0]?.strict.toFixed(2);
  void [lines, verdict, place, answer.taxYear + 1, answer.otherMode.correctByLine, answer.correctByLine];
} else {
  const line: number | undefined = answer.error.position?.line;
  void [line, answer.error.help];
  // @ts-expect-error a failure has no lines
  void answer.lines;
}
const key = openKey({ expected: "<x/>" });
if (key.ok) { const graded: GradeAnswer = key.grade("", { mode: "robust" }); key.close(); void graded; }
const parsed = parseResponse({ response: "", profile: profiles()[0] ?? "us-ty24" });
const read = parseExpected({ expected: "" });
const text: string = (() => { const all = renderMarkdown({ expected: "", response: "" }); return all.ok ? all.markdown : version; })();
const ready: Promise<void> = init(new URL("file:///x"));
const many: { ok: boolean; id?: unknown }[] = gradeMany([{ id: 1, expected: "", response: "" }]);
void [parsed.ok && parsed.lines[0]?.amount, read.ok && read.values[0]?.path, text, ready, many, null as Graded | null];
// @ts-expect-error the response is missing
grade({ expected: "" });
// @ts-expect-error there is no such mode
grade({ expected: "", response: "", mode: "fuzzy" });
// @ts-expect-error a tolerance is a number
grade({ expected: "", response: "", tolerance: "5" });
`;
const adapters = ["promptfoo", "braintrust", "autoevals", "evalite", "vitest-evals", "langsmith", "langfuse", "mastra"];
const imports = adapters.map((name, at) => `import * as a${at} from "taxgrade/${name}";\nvoid a${at};\n`).join("");

for (const [name, options, ending] of [
  ["node16, module", ["--module", "node16"], "mts"],
  ["node16, CommonJS", ["--module", "node16"], "cts"],
  ["bundler", ["--module", "esnext", "--moduleResolution", "bundler"], "ts"],
]) {
  test(`strict TypeScript: ${name}`, () => {
    write(folder, { [`use.${ending}`]: uses + imports + 'import * as web from "taxgrade/web";\n'.repeat(ending === "cts" ? 0 : 1) + (ending === "cts" ? "" : "void web;\n") });
    const done = tsc(["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--types", "", "--lib", "es2022,dom,esnext.disposable", ...options, `use.${ending}`]);
    assert.equal(done.status, 0, done.stdout);
  });
}

test("the same sources make the same package", { skip: !process.env.TAXGRADE_REBUILD && "set TAXGRADE_REBUILD=1 to build twice" }, () => {
  const list = () => execFileSync("bash", ["-c", "find pkg/dist -type f | sort | xargs sha256sum"], { cwd: root, encoding: "utf8" });
  const before = list();
  execFileSync("cargo", ["xtask", "pkg"], { cwd: root, stdio: "ignore" });
  assert.equal(list(), before);
});

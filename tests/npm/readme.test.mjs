// The examples of the package's README and of the repository's: what can run is run, the rest is held against the types.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { consumer, node, root, sample, tool, write } from "./consumer.mjs";

const text = ["pkg/README.md", "README.md"].map((file) => readFileSync(join(root, file), "utf8")).join("\n");
const examples = [...text.matchAll(/(<!-- not run: .* -->\n)?```ts ?(\w*)\n([^]*?)```/g)].map(
  ([, notRun, kind, code], at) => ({ name: `readme-${at + 1}`, kind: notRun ? "types" : kind || "run", code }),
);
const folder = consumer("readme");
for (const { name, code } of examples) write(folder, { [`${name}.ts`]: code });

test("there are examples of every kind", () => {
  const kinds = new Set(examples.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), ["run", "types", "vitest"]);
});

test("all examples hold against the types", () => {
  const args = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--moduleDetection", "force", "--types", "node"];
  const done = node(folder, [tool("typescript/bin/tsc"), ...args, ...examples.map(({ name }) => `${name}.ts`)], { fails: true });
  assert.equal(done.status, 0, done.stdout);
});

for (const { name, kind, code } of examples.filter(({ kind }) => kind === "run")) {
  test(`${name} prints what it says`, async () => {
    const { transform } = await import("esbuild");
    const { code: script } = await transform(code, { loader: "ts" });
    write(folder, { [`${name}.mjs`]: script });
    const printed = node(folder, [`${name}.mjs`]).stdout.trimEnd().split("\n");
    const said = [...code.matchAll(/console\.\w+\(.*\);? \/\/ (.*)/g)].map(([, line]) => line);
    assert.ok(said.length > 0);
    for (const line of said) assert.ok(printed.includes(line), `${line}\n${printed.join("\n")}`);
  });
}

test("the vitest example passes", () => {
  const { code } = examples.find(({ kind }) => kind === "vitest");
  write(folder, { "readme.test.ts": code });
  node(folder, [tool("vitest/vitest.mjs"), "run", "readme.test.ts"]);
});

test("the promptfoo example is one", () => {
  const { path, right } = sample();
  const yaml = /```yaml\n([^]*?)```/.exec(text)[1].replace("file://cases/single-w2/output.xml", `file://${path}`);
  write(folder, {
    "promptfooconfig.yaml": `prompts: ["{{case}}"]\nproviders: [file://say.mjs]\n${yaml}`,
    "say.mjs": `export default class Say { id() { return "say"; } async callApi() { return { output: ${JSON.stringify(right)} }; } }`,
  });
  node(folder, [tool("promptfoo/dist/src/entrypoint.js"), "eval", "-o", "out.json", "--no-cache", "--no-table"], {
    env: { PROMPTFOO_CONFIG_DIR: join(folder, ".promptfoo"), PROMPTFOO_DISABLE_TELEMETRY: "1", PROMPTFOO_DISABLE_UPDATE: "1" },
  });
  assert.equal(JSON.parse(readFileSync(join(folder, "out.json"), "utf8")).results.stats.successes, 1);
});

test("every exported function is in the README, and no other", async () => {
  const names = Object.keys(await import(join(folder, "node_modules/taxgrade/dist/node.js")));
  for (const name of names) assert.match(text, new RegExp(`\`${name}\\b`), name);
});

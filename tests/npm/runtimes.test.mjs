// The package in Deno and Bun, where it is used as in Node.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import { consumer, root, sample } from "./consumer.mjs";

const { expected, response, name } = sample();
const folder = consumer("runtimes", {
  "request.json": JSON.stringify({ expected, response, case: name }),
  "use.mjs": `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as taxgrade from "taxgrade";
import { taxReturn } from "taxgrade/braintrust";
const request = JSON.parse(readFileSync("request.json", "utf8"));
const answer = taxgrade.grade(request);
const key = taxgrade.openKey({ expected: request.expected });
console.log("RESULT" + JSON.stringify({
  answer,
  byKey: key.grade(request.response, { case: request.case }),
  figures: taxgrade.aggregate([answer]).entries.length,
  scores: taxReturn({ output: request.response, expected: request.expected }).length,
  required: createRequire(import.meta.url)("taxgrade").grade(request),
}));
`,
});
const own = (runtime) => join(root, "tests/runtimes/node_modules/.bin", runtime);
const run = (program, args) => spawnSync(program, args, { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
const result = ({ stdout, stderr }) => {
  const line = /RESULT(.*)/.exec(stdout);
  assert.ok(line, stdout + stderr);
  return JSON.parse(line[1]);
};
const inNode = result(run(process.execPath, ["use.mjs"]));

for (const [runtime, args] of [
  ["deno", ["run", "--allow-read=.", "--no-prompt"]],
  ["bun", ["run"]],
]) {
  const there = run(own(runtime), ["--version"]).status === 0;
  test(`${runtime} gives what Node gives`, { skip: !there && `no ${runtime} here: cargo xtask setup --only runtimes` }, () => {
    assert.deepEqual(result(run(own(runtime), [...args, "use.mjs"])), inNode);
  });
}

test("Node reads and grades", () => {
  assert.equal(inNode.answer.ok, true);
  assert.deepEqual(inNode.byKey, inNode.answer);
  assert.deepEqual(inNode.required, inNode.answer);
  assert.equal(inNode.figures, 1);
  assert.equal(inNode.scores, 4);
});

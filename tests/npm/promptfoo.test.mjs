// promptfoo for real: `promptfoo eval` over our cases, with a local provider that replays saved
// responses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { cases, consumer, node, tool } from "./consumer.mjs";

const picked = cases().filter(({ responses }) => responses.length > 0).slice(0, 3);
const year25 = cases().filter(({ name, responses }) => /-(ca|ny)-/.test(name) && responses.length > 0);

const tests = [...picked, ...year25].flatMap(({ name, path, responses }) =>
  responses.slice(0, 2).map((response) => ({
    vars: { case: name, expected: `file://${path}`, response: `file://${response}` },
    assert: [{ type: "javascript", value: "package:taxgrade/promptfoo:taxReturn" }],
  })),
);
const { path: key, responses: [saved] } = picked[0];
tests.push(
  {
    description: "lenient, by path",
    vars: { response: `file://${saved}` },
    assert: [
      { type: "javascript", value: "package:taxgrade/promptfoo:taxReturn", metric: "tax", config: { expected: key, require: "lenient", minShare: 0.01, case: "by-path", tolerance: 100000 } },
    ],
  },
  {
    description: "broken key",
    vars: { expected: "<Return", response: "Line 1a: | | 1" },
    assert: [{ type: "javascript", value: "package:taxgrade/promptfoo:taxReturn" }],
  },
  {
    description: "no key",
    vars: { response: "Line 1a: | | 1" },
    assert: [{ type: "javascript", value: "package:taxgrade/promptfoo:taxReturn" }],
  },
);

const folder = consumer("promptfoo", {
  "replay.mjs": `export default class Replay {
    id() { return "replay"; }
    async callApi(prompt, context) { return { output: context.vars.response }; }
  }`,
  "promptfooconfig.json": JSON.stringify({
    prompts: ["{{case}}"],
    providers: ["file://replay.mjs"],
    tests,
  }),
});
const answers = await import(join(folder, "node_modules/taxgrade/dist/node.js"));

test("promptfoo eval grades our cases, one component per line", () => {
  const done = node(folder, [tool("promptfoo/dist/src/entrypoint.js"), "eval", "-c", "promptfooconfig.json", "-o", "out.json", "--no-cache", "--no-progress-bar", "--no-table"], {
    fails: true,
    env: {
      PROMPTFOO_CONFIG_DIR: join(folder, ".promptfoo"),
      PROMPTFOO_DISABLE_TELEMETRY: "1",
      PROMPTFOO_DISABLE_UPDATE: "1",
      PROMPTFOO_DISABLE_SHARING: "1",
      PROMPTFOO_FAILED_TEST_EXIT_CODE: "0",
    },
  });
  assert.equal(done.status, 0, done.stdout + done.stderr);
  const { results } = JSON.parse(readFileSync(join(folder, "out.json"), "utf8")).results;
  assert.equal(results.length, tests.length);
  const seen = results.map(({ vars, success, score, gradingResult, namedScores, error, response }) => {
    assert.equal(typeof gradingResult.reason, "string");
    assert.ok(gradingResult.reason.length > 0);
    return { vars, success, score, components: gradingResult.componentResults, namedScores, error, output: response.output };
  });
  let checked = 0;
  for (const one of seen.filter(({ vars }) => vars.case)) {
    const expected = readFileSync(fileURLToPath(one.vars.expected), "utf8");
    const graded = answers.grade({ expected, response: one.output, case: one.vars.case });
    assert.equal(graded.ok, true);
    assert.equal(one.success, graded.strictCorrect, one.vars.case);
    assert.ok(Math.abs(one.score - graded.correctByLine) < 1e-9);
    assert.equal(one.namedScores.byLine, graded.correctByLine);
    assert.equal(one.namedScores.strict, Number(graded.strictCorrect));
    // promptfoo puts the assertion itself first, and our lines behind it.
    const lines = graded.lines.filter((line) => line.scored);
    const components = one.components.filter(({ metadata }) => metadata?.line !== undefined);
    assert.deepEqual(components.map(({ metadata }) => metadata.line), lines.map(({ line }) => line));
    components.forEach((component, at) => {
      assert.equal(component.pass, lines[at].verdict === "exact");
      assert.match(component.reason, new RegExp(`^Line ${lines[at].line}: `));
      checked += 1;
    });
  }
  assert.ok(checked > 100, `${checked} lines`);
  assert.ok(seen.some(({ success }) => success) && seen.some(({ success }) => !success));

  const [lenient, broken, none] = seen.slice(-3);
  assert.equal(lenient.success, true);
  assert.equal(broken.success, false);
  assert.match(broken.components[0].reason, /not graded: the expected return is not well-formed XML.*xml-malformed/);
  assert.match(none.components[0].reason, /not graded: the expected return is missing/);
});

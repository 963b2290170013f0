// The other evaluation stacks, with what they publish on npm: those that need no account run for
// real, the others run as far as they do without one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { consumer, node, sample, tool, write } from "./consumer.mjs";

const { expected, response, right, name } = sample();
const folder = consumer("stacks", {
  "data.json": JSON.stringify({ expected, right, wrong: response, name }),
});
const own = createRequire(join(folder, "index.js"));
const load = (path) => import(pathToFileURL(own.resolve(path)).href.replace(/\.cjs$/, ".js"));
const taxgrade = await load("taxgrade");
const answers = {
  right: taxgrade.grade({ expected, response: right }),
  wrong: taxgrade.grade({ expected, response }),
};
const data = `import { readFileSync } from "node:fs";
const { expected, right, wrong, name } = JSON.parse(readFileSync(new URL("data.json", import.meta.url), "utf8"));\n`;

test("the sample answers differ", () => {
  assert.equal(answers.right.strictCorrect, true);
  assert.ok(answers.wrong.correctByLine < 1);
});

test("vitest: expect(text).toMatchReturn(xml), with a line diff", () => {
  write(folder, {
    "match.test.js": `import { expect, test } from "vitest";
import "taxgrade/vitest";
${data}
test("right", () => {
  expect(right).toMatchReturn(expected);
  expect(right).toMatchReturn({ expected, case: name }, { mode: "robust" });
  expect(wrong).toMatchReturn(expected, { require: "lenient", tolerance: 1e6 });
  expect(wrong).not.toMatchReturn(expected);
});
test("wrong", () => expect(wrong).toMatchReturn(expected));
test("not", () => expect(right).not.toMatchReturn(expected));
test("broken", () => expect(right).toMatchReturn("<x"));
`,
    "match.types.ts": `import { expect } from "vitest";
import "taxgrade/vitest";
expect("text").toMatchReturn("<x/>", { require: "lenient", tolerance: 3 });
expect("text").not.toMatchReturn({ expected: "<x/>", case: "a" });
// @ts-expect-error xml is needed
expect("text").toMatchReturn();
`,
  });
  const done = vitest("match.test.js", "match.json");
  const tests = Object.fromEntries(done.testResults[0].assertionResults.map((one) => [one.title, one]));
  assert.deepEqual(
    Object.values(tests).map(({ title, status }) => [title, status]),
    [["right", "passed"], ["wrong", "failed"], ["not", "failed"], ["broken", "failed"]],
    JSON.stringify(done, undefined, 1).slice(0, 4000),
  );
  const [line] = answers.wrong.lines.filter(({ verdict, scored }) => scored && verdict !== "exact");
  const [message] = tests.wrong.failureMessages;
  assert.match(message, /expected all 19 lines to be equal, but \d+ are not:/);
  assert.match(message, /line +expected +actual +difference/);
  assert.match(message, new RegExp(`^  ${line.line} +${line.expected.toLocaleString("en-US")} `, "m"));
  assert.match(tests.not.failureMessages[0], /but all 19 lines are equal/);
  assert.match(tests.broken.failureMessages[0], /not well-formed XML/);
  typed("match.types.ts");
});

test("vitest-evals: a judge, a suite with it, and the legacy score function", () => {
  write(folder, {
    "judge.test.js": `import { expect, test } from "vitest";
import { createJudge } from "vitest-evals";
import { describeEval } from "vitest-evals/legacy";
import { taxReturn } from "taxgrade/vitest-evals";
${data}
const judge = createJudge("tax return", taxReturn());
test("right", async () => { await expect(right).toSatisfyJudge(judge, { expected, threshold: 1 }); });
test("wrong", async () => { await expect(wrong).toSatisfyJudge(judge, { expected, threshold: 1 }); });
describeEval("suite", {
  data: async () => [{ input: "right", expected }, { input: "right too", expected }],
  task: async () => right,
  scorers: [taxReturn({ metric: "strict" })],
  threshold: 1,
});
`,
    "judge.types.ts": `import { createJudge, type JudgeContext } from "vitest-evals";
import { taxReturn } from "taxgrade/vitest-evals";
export const judge = createJudge<JudgeContext<string, string> & { expected: string }>("tax return", taxReturn());
`,
  });
  const done = vitest("judge.test.js", "judge.json");
  const seen = done.testResults[0].assertionResults.map(({ title, status }) => [title, status]);
  assert.deepEqual(
    Object.fromEntries(seen),
    { right: "passed", wrong: "failed", "right too": "passed" },
    JSON.stringify(done, undefined, 1).slice(0, 4000),
  );
  const wrong = done.testResults[0].assertionResults.find(({ title }) => title === "wrong");
  assert.match(wrong.failureMessages[0], /of 19 lines are equal/);
  typed("judge.types.ts");
});

test("autoevals and Braintrust: scorers among theirs, run by Braintrust's own Eval", async () => {
  write(folder, {
    "braintrust.mjs": `import { Eval } from "braintrust";
import { NumericDiff } from "autoevals";
import { byLine, strict, taxReturn } from "taxgrade/braintrust";
import * as alias from "taxgrade/autoevals";
${data}
const numbers = await NumericDiff({ output: 1, expected: 1 });
const result = await Eval("taxes", {
  data: () => [{ input: "right", expected }, { input: "wrong", expected: { expected, case: name } }, { input: "wrong", expected: "<x" }],
  task: (input) => (input === "right" ? right : wrong),
  scores: [taxReturn],
}, { noSendLogs: true, returnResults: true });
const rows = result.results.map(({ scores, error }) => ({ scores, error }));
console.log("RESULT" + JSON.stringify({ numbers, rows, one: byLine({ output: right, expected }), two: strict({ output: wrong, expected }), same: alias.byLine === byLine }));
`,
    "braintrust.types.ts": `import { Eval } from "braintrust";
import type { Scorer } from "autoevals";
import { byLine, taxReturn } from "taxgrade/braintrust";
export const scorer: Scorer<string, object> = byLine;
void Eval("taxes", { data: [{ input: "a", expected: "<x/>" }], task: async (input: string) => input, scores: [taxReturn, byLine] });
`,
  });
  const done = node(folder, ["braintrust.mjs"], { env: { BRAINTRUST_API_KEY: "", BRAINTRUST_DISABLE_UPDATE_CHECK: "1" } });
  const { numbers, rows, one, two, same } = JSON.parse(/RESULT(.*)/.exec(done.stdout)[1]);
  assert.equal(numbers.score, 1);
  assert.equal(same, true);
  assert.deepEqual([one.name, one.score, two.score], ["tax return byLine", 1, 0]);
  assert.equal(one.metadata.lines.length, 19);
  assert.deepEqual(rows[0].scores, { "tax return strict": 1, "tax return lenient": 1, "tax return byLine": 1, "tax return lenientByLine": 1 });
  assert.equal(rows[1].scores["tax return byLine"], answers.wrong.correctByLine);
  assert.ok(Object.values(rows[2].scores).every((score) => score === null), "not scored is null");
  typed("braintrust.types.ts");
});

test("Evalite: evalite runs with our scorers", () => {
  const evals = consumer("evalite", {
    "data.json": JSON.stringify({ expected, right, wrong: response, name }),
    "taxes.eval.ts": `import { evalite } from "evalite";
import { byLine, strict, taxReturn } from "taxgrade/evalite";
${data}
evalite("taxes", {
  data: [{ input: "right", expected }, { input: "wrong", expected: { expected, case: name } }],
  task: async (input) => (input === "right" ? right : wrong),
  scorers: [strict, byLine, taxReturn("lenientByLine", { tolerance: 1e6 })],
});
`,
    "evalite.types.ts": `import { evalite } from "evalite";
import { byLine, taxReturn } from "taxgrade/evalite";
evalite("taxes", { data: [{ input: "a", expected: "<x/>" }], task: async (input: string) => input, scorers: [byLine, taxReturn("strict")] });
`,
  });
  node(evals, [tool("evalite/dist/bin.js"), "run", "taxes.eval.ts", "--outputPath", "out.json"], { env: { CI: "1" } });
  const text = readFileSync(join(evals, "out.json"), "utf8");
  const { evals: [one] } = JSON.parse(text);
  const scores = one.results.map(({ scores }) => Object.fromEntries(scores.map(({ name, score }) => [name, score])));
  assert.deepEqual(scores, [
    { "tax return strict": 1, "tax return byLine": 1, "tax return lenientByLine": 1 },
    { "tax return strict": 0, "tax return byLine": answers.wrong.correctByLine, "tax return lenientByLine": 1 },
  ]);
  typed("evalite.types.ts", evals);
});

test("LangSmith: evaluators and summary evaluators by its types, and by a call", async () => {
  write(folder, {
    "langsmith.types.ts": `import { evaluate } from "langsmith/evaluation";
import { passFigures, taxReturn } from "taxgrade/langsmith";
export const run = () => evaluate(async (inputs: { case: string }) => ({ output: inputs.case }), {
  data: "taxes",
  evaluators: [taxReturn(), taxReturn({ response: (outputs) => outputs.text, mode: "upstream" })],
  summaryEvaluators: [passFigures()],
});
`,
    "langsmith.mjs": `import { Client } from "langsmith";
import { evaluate } from "langsmith/evaluation";
import { passFigures, taxReturn } from "taxgrade/langsmith";
${data}
// Whatever would still be asked of the service fails here.
const fetch = () => { throw new Error("nothing may be sent"); };
const client = new Client({ apiKey: "none", apiUrl: "http://127.0.0.1:9", fetchImplementation: fetch });
const example = (id, outputs) => ({
  id: "00000000-0000-4000-8000-00000000000" + id, inputs: { case: name }, outputs, created_at: new Date(0).toISOString(),
  dataset_id: "00000000-0000-4000-8000-000000000009", runs: [],
});
let asked = 0;
const { results, summaryResults } = await evaluate(async () => ({ output: (asked += 1) % 2 ? right : wrong }), {
  data: [example(1, { expected }), example(2, { expected })],
  evaluators: [taxReturn()],
  summaryEvaluators: [passFigures()],
  numRepetitions: 2,
  maxConcurrency: 1,
  uploadRuns: false,
  client,
});
console.log("RESULT" + JSON.stringify({
  rows: results.map((row) => row.evaluationResults.results.map(({ key, score }) => [key, score])),
  summary: summaryResults.results.map(({ key, score }) => [key, score]),
}));
process.exit(0);
`,
  });
  typed("langsmith.types.ts");
  const done = node(folder, ["langsmith.mjs"], { env: { LANGSMITH_TRACING: "false" } });
  const ran = JSON.parse(/RESULT(.*)/.exec(done.stdout)[1]);
  assert.equal(ran.rows.length, 4);
  const strict = ran.rows.map((row) => Object.fromEntries(row).tax_return_strict);
  assert.deepEqual(strict.toSorted(), [0, 0, 1, 1]);
  assert.ok(ran.rows.every((row) => row.length === 4 && row.every(([, score]) => typeof score === "number")));
  assert.equal(Object.fromEntries(ran.summary)["pass@1 strict"], 0.5);
  const { passFigures, taxReturn } = await load("taxgrade/langsmith");
  const reference = { expected };
  const { results } = taxReturn()({ outputs: { output: right }, referenceOutputs: reference });
  assert.deepEqual(results.map(({ key, score }) => [key, score]), [
    ["tax_return_strict", 1], ["tax_return_lenient", 1], ["tax_return_byLine", 1], ["tax_return_lenientByLine", 1],
  ]);
  const bad = taxReturn()({ outputs: { output: right }, referenceOutputs: {} }).results[0];
  assert.equal(bad.score, null);
  assert.match(bad.comment, /^not graded/);
  const summary = passFigures()({
    outputs: [right, response, right, right].map((output) => ({ output })),
    referenceOutputs: [reference, reference, reference, reference],
    examples: [{ id: "a" }, { id: "a" }, { id: "b" }, { id: "b" }],
  });
  const figures = Object.fromEntries(summary.results.map(({ key, score }) => [key, score]));
  assert.equal(figures["pass@1 strict"], 0.75);
  assert.equal(figures["pass^2 strict"], 0.5);
});

test("Langfuse: evaluators by its types, and run by its experiment runner", async () => {
  write(folder, {
    "langfuse.types.ts": `import { LangfuseClient } from "@langfuse/client";
import { passFigures, taxReturn } from "taxgrade/langfuse";
export const run = (client: LangfuseClient) => client.experiment.run({
  name: "taxes",
  data: [{ input: "a", expectedOutput: "<x/>" }],
  task: async ({ input }) => input,
  evaluators: [taxReturn(), taxReturn({ tolerance: 2 })],
  runEvaluators: [passFigures()],
});
`,
    "langfuse.mjs": `import { LangfuseClient } from "@langfuse/client";
import { passFigures, taxReturn } from "taxgrade/langfuse";
${data}
// Nobody listens there: scores cannot be sent, but the experiment runs here.
const client = new LangfuseClient({ publicKey: "pk", secretKey: "sk", baseUrl: "http://127.0.0.1:9" });
const result = await client.experiment.run({
  name: "taxes",
  data: [{ input: "right", expectedOutput: expected }, { input: "wrong", expectedOutput: expected }, { input: "right", expectedOutput: "<x" }],
  task: async ({ input }) => (input === "right" ? right : wrong),
  evaluators: [taxReturn()],
  runEvaluators: [passFigures()],
});
console.log("RESULT" + JSON.stringify({ items: result.itemResults.map(({ evaluations }) => evaluations), run: result.runEvaluations }));
process.exit(0);
`,
  });
  typed("langfuse.types.ts");
  const done = node(folder, ["langfuse.mjs"]);
  const { items, run } = JSON.parse(/RESULT(.*)/.exec(done.stdout)[1]);
  const named = (evaluations) => Object.fromEntries(evaluations.map(({ name, value }) => [name, value]));
  assert.equal(named(items[0])["tax return strict"], 1);
  assert.equal(named(items[1])["tax return byLine"], answers.wrong.correctByLine);
  assert.deepEqual(items[2], []);
  assert.equal(items[0][0].dataType, "BOOLEAN");
  assert.equal(named(run)["pass@1 strict"], 0.5);
  assert.equal(named(run)["pass^2 strict"], 0);
});

test("Mastra: a scorer by its types, and run by itself", async () => {
  write(folder, {
    "mastra.types.ts": `import { createScorer } from "@mastra/core/scores";
import { explain, score } from "taxgrade/mastra";
export const scorer = createScorer({ name: "tax return", description: "by line" }).generateScore(score()).generateReason(explain());
`,
    "mastra.mjs": `import { createScorer } from "@mastra/core/scores";
import { explain, score } from "taxgrade/mastra";
${data}
const scorer = createScorer({ name: "tax return", description: "by line" }).generateScore(score()).generateReason(explain());
const messages = [{ role: "assistant", content: [] }, { role: "assistant", content: { parts: [{ type: "text", text: right }] } }];
const results = [];
for (const output of [right, wrong, messages]) {
  const { score, reason } = await scorer.run({ output, groundTruth: expected });
  results.push([score, reason]);
}
console.log("RESULT" + JSON.stringify(results));
process.exit(0);
`,
  });
  typed("mastra.types.ts");
  const done = node(folder, ["mastra.mjs"]);
  const results = JSON.parse(/RESULT(.*)/.exec(done.stdout)[1]);
  assert.deepEqual(results.map(([score]) => score), [1, answers.wrong.correctByLine, 1]);
  assert.match(results[1][1], /of 19 lines are equal/);
});

/** Runs vitest on one file; gives its report. */
function vitest(file, report) {
  const done = node(folder, [tool("vitest/vitest.mjs"), "run", file, "--reporter=json", `--outputFile=${report}`], { fails: true });
  try {
    return JSON.parse(readFileSync(join(folder, report), "utf8"));
  } catch {
    throw new Error(`vitest left no report:\n${done.stdout}\n${done.stderr}`);
  }
}

/** Checks a file against the stack's published types. */
function typed(file, where = folder) {
  const args = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--types", "node"];
  const done = node(where, [tool("typescript/bin/tsc"), ...args, file], { fails: true });
  assert.equal(done.status, 0, done.stdout);
}

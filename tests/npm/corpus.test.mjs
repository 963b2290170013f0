// One corpus, three surfaces: the core natively, this package in Node, and the command line give the
// same bytes for every case and saved response.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { cases, consumer, node, root } from "./consumer.mjs";

const built = (name) => join(process.env.TAXGRADE_BUILT ?? join(root, "target/debug"), name);
const folder = consumer("corpus");
const taxgrade = await import(pathToFileURL(join(folder, "node_modules/taxgrade/dist/node.js")).href);

/** Every case with every saved response of its own, in both modes. */
const requests = cases().flatMap(({ name, expected, responses }) =>
  ["", ...responses.map((path) => readFileSync(path, "utf8"))].flatMap((response, at) =>
    ["robust", "upstream"].map((mode) => ({ id: `${name} ${at} ${mode}`, case: name, expected, response, mode })),
  ),
);

test("the corpus is there", () => {
  assert.ok(requests.length > 300, `${requests.length}`);
});

for (const diagnose of [true, false]) {
  test(`graded responses are the same bytes everywhere, ${diagnose ? "with" : "without"} a diagnosis`, () => {
    const asked = diagnose ? requests : requests.map((request) => ({ ...request, diagnose }));
    const input = asked.map((request) => JSON.stringify(request)).join("\n");
    const npm = node(folder, ["node_modules/taxgrade/dist/cli.js", "grade", "--jsonl"], { input, fails: true });
    same(asked, {
      ...inNode(asked),
      command: run("taxgrade", ["grade", "--jsonl"], input),
      npmCommand: npm.stdout.trimEnd().split("\n"),
    });
  });
}

/** The answers of the package, by each of its ways. */
function inNode(asked) {
  const keys = new Map();
  return {
    single: asked.map(({ id, ...request }) => JSON.stringify({ id, ...taxgrade.grade(request) })),
    many: taxgrade.gradeMany(asked).map((answer) => JSON.stringify(answer)),
    byKey: asked.map(({ id, case: name, mode, diagnose, expected, response }) => {
      if (!keys.has(expected)) keys.set(expected, taxgrade.openKey({ expected }));
      return JSON.stringify({ id, ...keys.get(expected).grade(response, { case: name, mode, diagnose }) });
    }),
  };
}

/** Compares answers with those of the core. */
function same(asked, others) {
  const core = run("examples/core_answers", [], asked.map((one) => `grade ${JSON.stringify(one)}`).join("\n"));
  assert.equal(core.length, asked.length);
  for (const [name, answers] of Object.entries(others)) {
    assert.equal(answers.length, core.length, name);
    answers.forEach((answer, at) => assert.equal(answer, core[at], `${name}: ${asked[at].id}`));
  }
}

test("the other answers are the core's bytes too", () => {
  const graded = requests.slice(0, 60).map(({ id, ...request }) => ({ ...taxgrade.grade(request), model: id.slice(-8) }));
  const runs = graded.map(({ case: name, model, lines }) => ({
    case: name,
    model,
    lines: lines.map(({ scored, verdict }) => ({ scored, verdict })),
  }));
  const some = requests.filter((_, at) => at % 7 === 0);
  const asked = [
    ["profiles", undefined, taxgrade.profiles()],
    ["aggregate", { total: 51, runs }, taxgrade.aggregate(graded, { total: 51 })],
    ...some.flatMap(({ id, ...request }) => [
      ["renderMarkdown", request, taxgrade.renderMarkdown(request)],
      ["parseExpected", { expected: request.expected }, taxgrade.parseExpected({ expected: request.expected })],
      ...["us-ty25", "ca-ty25"].map((profile) => {
        const parse = { response: request.response, profile, mode: request.mode };
        return ["parseResponse", parse, taxgrade.parseResponse(parse)];
      }),
    ]),
  ];
  const lines = asked.map(([name, request]) => `${name} ${JSON.stringify(request) ?? ""}`);
  run("examples/core_answers", [], lines.join("\n")).forEach((answer, at) =>
    assert.equal(JSON.stringify(asked[at][2]), answer, lines[at].slice(0, 80)),
  );
});

function run(name, args, input) {
  const done = spawnSync(built(name), args, { input, encoding: "utf8", maxBuffer: 2 ** 30 });
  assert.equal(done.error, undefined);
  return done.stdout.trimEnd().split("\n");
}

/** What the package offers, the same in Node and in browsers. */
import { AnswerKey } from "./answer-key.js";
import { ask, recordOf, textOf, trapped } from "./boundary.js";
import { call } from "./engine.js";
import { Call } from "./generated/glue.js";
import type {
  AggregateAnswer,
  Failure,
  GradeAnswer,
  JsonlRequest,
  KeyRequest,
  MarkdownAnswer,
  ParseExpectedAnswer,
  ParseResponseAnswer,
  ParseResponseRequest,
  Profile,
  Run,
} from "./generated/wire.js";

export type * from "./generated/wire.js";
export type { AnswerKey } from "./answer-key.js";
export { init, type InitSource } from "./engine.js";
export { version } from "./generated/version.js";

/** A request to grade one response. */
export type GradeRequest = JsonlRequest & {
  /** The expected return as XML text. */
  expected: string;
};

/** A graded response or a failure, with the request's `id` when it had one. */
export type AnswerWithId = GradeAnswer & { id?: unknown };

/**
 * Grades one response.
 *
 * @throws TypeError when an argument is of a wrong type. Input that cannot be used, such as broken
 *   XML, is an answer with `ok: false`.
 */
export function grade(request: GradeRequest): GradeAnswer {
  return ask("grade", checked("grade", request), Call.Grade);
}

/**
 * Grades many responses, in order. Expected returns that are the same text are read once. A
 * request that cannot be used is answered by itself and does not spoil the others.
 */
export function gradeMany(requests: readonly GradeRequest[]): AnswerWithId[] {
  if (!Array.isArray(requests)) throw new TypeError("gradeMany: an array of requests is needed");
  const all = requests.map((request, at) => checked(`gradeMany: request ${at + 1}`, request));
  const answers = ask<AnswerWithId[] | Failure>("gradeMany", all, Call.GradeMany);
  if (Array.isArray(answers)) return answers;
  // The module stopped at one of them: the others are answered all the same.
  return all.map((request) => {
    const answer = ask<AnswerWithId>("gradeMany", request, Call.Grade);
    return answer.ok || request.id === undefined ? answer : { id: request.id, ...answer };
  });
}

/**
 * Reads an expected return once, for any number of responses.
 *
 * @returns A key with `ok: true`, or a failure.
 */
export function openKey(request: KeyRequest): AnswerKey | Failure {
  const { expected, ...rest } = recordOf("openKey", request);
  return AnswerKey.open({ ...rest, expected: textOf("openKey", "expected", expected) });
}

/** Reads what a response states, without comparing it. */
export function parseResponse(request: ParseResponseRequest): ParseResponseAnswer {
  const { response } = recordOf("parseResponse", request);
  textOf("parseResponse", "response", response);
  return ask("parseResponse", request, Call.ParseResponse);
}

/** Reads what an expected return holds. */
export function parseExpected(request: KeyRequest): ParseExpectedAnswer {
  const { expected } = recordOf("parseExpected", request);
  textOf("parseExpected", "expected", expected);
  return ask("parseExpected", request, Call.ParseExpected);
}

/** Grades one response and writes the evaluation report, the same as `taxgrade grade --format markdown`. */
export function renderMarkdown(request: GradeRequest): MarkdownAnswer {
  return ask("renderMarkdown", checked("renderMarkdown", request), Call.RenderMarkdown);
}

/**
 * Works out leaderboard figures: the four scores, pass@k and pass^k per configuration.
 *
 * @param runs Graded answers, each with the `model` (and `provider`, `thinking`, `tools`) it was
 *   made with. Runs of the same `case` are repetitions.
 * @param options `total`: number of cases in the data set, for the Tests Run column.
 */
export function aggregate(
  runs: readonly Run[],
  options: { total?: number } = {},
): AggregateAnswer {
  if (!Array.isArray(runs)) throw new TypeError("aggregate: an array of runs is needed");
  const counted = runs.map((run: Run, at) => {
    const { case: name, provider, model, thinking, tools, lines } = recordOf(
      `aggregate: run ${at + 1}`,
      run,
    ) as unknown as Run;
    // The rest of a graded answer does not count, and is long.
    const kept = Array.isArray(lines)
      ? lines.map(({ scored, verdict }) => ({ scored, verdict }))
      : lines;
    return { case: name, provider, model, thinking, tools, lines: kept };
  });
  return ask("aggregate", { ...options, runs: counted }, Call.Aggregate);
}

/** The built-in profiles: which lines of which form are scored. */
export function profiles(): Profile[] {
  return JSON.parse(call((calls) => calls.answer(Call.Profiles, ""))) as Profile[];
}

/** Whether an answer is a failure because the module stopped, and was started afresh. */
export function isTrap(answer: { ok: boolean; error?: { code: string } }): boolean {
  return trapped(answer);
}

function checked<T extends GradeRequest>(name: string, request: T): T {
  const { expected, response } = recordOf(name, request);
  textOf(name, "expected", expected);
  textOf(name, "response", response);
  return request;
}

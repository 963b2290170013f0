/** What the adapters share: from whatever a stack hands over to an answer, and to its scores. */
import { aggregate, grade } from "./api.js";
import type { GradeAnswer, Graded, GradedLine, Mode, ProfileChoice, Run } from "./api.js";

/** The expected return, where a stack keeps its expected value: XML text, or more than that. */
export type ExpectedValue =
  | string
  | {
      /** The expected return as XML text. */
      expected: string;
      /** Name of the case, shown and cross-checked with the return. */
      case?: string;
    };

/** How responses are graded. */
export interface ScoringOptions {
  /** Name of a built-in profile, or a profile; chosen by the return when left out. */
  profile?: ProfileChoice;
  /** How amounts are read; robust when left out. */
  mode?: Mode;
  /** Largest difference in dollars that counts as right leniently; 5 when left out. */
  tolerance?: number;
}

/** The four scores of a return. */
export type Metric = "strict" | "lenient" | "byLine" | "lenientByLine";

export const metrics: readonly Metric[] = ["strict", "lenient", "byLine", "lenientByLine"];

/** The scores by name, from 0 to 1. */
export function scoresOf(graded: Graded): Record<Metric, number> {
  return {
    strict: Number(graded.strictCorrect),
    lenient: Number(graded.lenientCorrect),
    byLine: graded.correctByLine,
    lenientByLine: graded.lenientByLine,
  };
}

/**
 * Grades what a stack hands over. Never throws: in most stacks an exception in a scorer leaves no
 * score and no reason.
 */
export function gradeValue(
  response: unknown,
  expected: unknown,
  options: ScoringOptions = {},
): GradeAnswer {
  const key = typeof expected === "string" ? { expected } : expected;
  if (!isExpected(key)) {
    return refusal(
      `the expected return is ${expected === undefined ? "missing" : "no XML text"}`,
      "pass the case's output.xml as text where the stack keeps its expected value",
    );
  }
  const { profile, mode, tolerance } = options;
  const request = {
    expected: key.expected,
    response: textOf(response),
    ...(key.case === undefined ? {} : { case: key.case }),
    ...(profile === undefined ? {} : { profile }),
    ...(mode === undefined ? {} : { mode }),
    ...(tolerance === undefined ? {} : { tolerance }),
  };
  try {
    return grade(request);
  } catch (error) {
    return refusal(error instanceof Error ? error.message : String(error), "correct the options");
  }
}

function refusal(message: string, help: string): GradeAnswer {
  return { ok: false, error: { code: "request-invalid", message, help, position: null } };
}

function isExpected(value: unknown): value is { expected: string; case?: string } {
  if (typeof value !== "object" || value === null) return false;
  const { expected, case: name } = value as Record<string, unknown>;
  return typeof expected === "string" && (name === undefined || typeof name === "string");
}

/** The text of an output: as it is, or an object as the JSON that it stands for. */
export function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  if (output === undefined || output === null) return "";
  return JSON.stringify(output) ?? String(output);
}

/** The lines that count. */
export function scoredLines(graded: Graded): GradedLine[] {
  return graded.lines.filter((line) => line.scored);
}

/** How close a line must be to count. */
export type Needed = "strict" | "lenient";

/** Whether a line is right. */
export function isRight(line: GradedLine, needed: Needed): boolean {
  return line.verdict === "exact" || (needed === "lenient" && line.verdict === "within");
}

/** An amount for people. */
export function dollars(amount: number | null): string {
  return amount === null ? "unreadable" : amount.toLocaleString("en-US");
}

/** One line in words. */
export function lineReason(line: GradedLine): string {
  const stated = line.reading === "missing" ? "no such line" : dollars(line.actual);
  const verdict = line.verdict === "exact" ? "equal" : line.verdict === "within" ? "close" : "wrong";
  return `Line ${line.line}: ${verdict}, expected ${dollars(line.expected)}, actual ${stated}`;
}

/** A whole answer in words; never empty. */
export function reason(answer: GradeAnswer): string {
  if (!answer.ok) {
    return `not graded: ${answer.error.message} (${answer.error.code}); ${answer.error.help}`;
  }
  const lines = scoredLines(answer);
  const wrong = lines.filter((line) => line.verdict !== "exact");
  if (wrong.length === 0) return `all ${lines.length} lines are equal`;
  const shown = wrong.slice(0, 5).map(lineReason).join("; ");
  const more = wrong.length > 5 ? `; and ${wrong.length - 5} more` : "";
  return `${lines.length - wrong.length} of ${lines.length} lines are equal. ${shown}${more}`;
}

/** What of a line goes into the metadata of a score. */
// A type and not an interface: only then it counts as JSON where a stack asks for that.
export type LineDetail = {
  line: string;
  expected: number | null;
  actual: number | null;
  verdict: string | null;
  reading: string;
};

/** What goes along with a score: the lines, or why there is none. */
export type Detail = {
  taxYear?: number;
  jurisdiction?: string;
  profile?: string;
  lines?: LineDetail[];
  warnings?: string[];
  error?: string;
};

/** What goes along with the scores of an answer. */
export function detail(answer: GradeAnswer): Detail {
  if (!answer.ok) return { error: reason(answer) };
  return {
    taxYear: answer.taxYear,
    jurisdiction: answer.jurisdiction,
    profile: answer.profile,
    lines: scoredLines(answer).map(({ line, expected, actual, verdict, reading }) => ({
      line,
      expected,
      actual,
      verdict,
      reading,
    })),
    warnings: answer.warnings.map((warning) => warning.message),
  };
}

/** A graded response with the case that it belongs to. */
export interface CaseRun {
  case: string;
  answer: GradeAnswer;
}

/** pass@1 and pass^k by name, strict and lenient; k runs to the fewest runs that a case has. */
export function passFigures(runs: readonly CaseRun[]): { name: string; value: number }[] {
  const graded: Run[] = runs.flatMap(({ case: name, answer }) =>
    answer.ok ? [{ case: name, lines: answer.lines }] : [],
  );
  if (graded.length === 0) return [];
  const figures = aggregate(graded);
  if (!figures.ok) return [];
  const segments = figures.entries[0]?.segments ?? [];
  const cases = segments.reduce((sum, segment) => sum + segment.cases, 0);
  const mean = (metric: Needed, k: number) =>
    segments.reduce((sum, one) => sum + one.cases * (one.passHat[k - 1]?.[metric] ?? 0), 0) / cases;
  const fewest = Math.min(...segments.map((segment) => segment.runs));
  const named: { name: string; value: number }[] = [];
  for (const metric of ["strict", "lenient"] as const) {
    named.push({ name: `pass@1 ${metric}`, value: mean(metric, 1) });
    for (let k = 2; k <= fewest; k += 1) {
      named.push({ name: `pass^${k} ${metric}`, value: mean(metric, k) });
    }
  }
  return named;
}

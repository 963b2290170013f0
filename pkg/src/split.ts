/**
 * Answers by an open key come in two parts: what all of them say, once when the key is opened, and
 * what each response adds. Most of an answer is labels and paths, which the engine would spend more
 * time on than the module on grading.
 */
import type { Diagnosis, Graded, GradedLine, Jurisdiction, Mode, Format, Score, Warning } from "./generated/wire.js";

/** What every answer by one key says; the module's `common_json`. */
export interface Common {
  taxYear: number;
  jurisdiction: Jurisdiction;
  profile: string;
  profileSource: string;
  emptyAnswer: Score;
  /** How many lines count. */
  scored: number;
  /** Number, label, path, whether it counts, and the expected amount, of every line there is. */
  lines: [string, string, string | null, boolean, number | null][];
}

/** What a response adds; the module's `own_json`. */
export type Own = [
  case_: string | null,
  mode: Mode,
  format: Format,
  exact: number,
  within: number,
  otherMode: Mode,
  otherExact: number,
  otherWithin: number,
  differing: string[],
  /** For each its place in `Common.lines`, its words, amount and difference, and its span if it has one. */
  lines: (number | null)[],
  warnings: Warning[],
  diagnosis?: Diagnosis,
];

// A line's words are one number: their places in these lists, times 1, 4 and 16, and 128 for a span.
const verdicts = ["exact", "within", "wrong", null] as const satisfies GradedLine["verdict"][];
const readings = ["amount", "blank", "missing", "unreadable"] as const satisfies GradedLine["reading"][];
const matches = ["label", "number", "alias", "path", null] as const satisfies GradedLine["matchedBy"][];

/** The whole answer, its fields in the order of the module's. */
export function join(common: Common, own: Own): Graded {
  const [name, mode, format, exact, within, otherMode, otherExact, otherWithin, differing, numbers, warnings, diagnosis] = own;
  const lines: GradedLine[] = [];
  let at = 0;
  while (at < numbers.length) {
    const [line, label, xpath, scored, expected] = common.lines[numbers[at++] as number] as Common["lines"][0];
    const words = numbers[at++] as number;
    lines.push({
      line,
      label,
      xpath,
      scored,
      expected,
      actual: numbers[at++] as number | null,
      difference: numbers[at++] as number | null,
      verdict: verdicts[words & 3] as GradedLine["verdict"],
      reading: readings[(words >> 2) & 3] as GradedLine["reading"],
      matchedBy: matches[(words >> 4) & 7] as GradedLine["matchedBy"],
      span: words < 128 ? null : { start: numbers[at++] as number, end: numbers[at++] as number },
    });
  }
  const answer: Graded = {
    ok: true,
    case: name,
    taxYear: common.taxYear,
    jurisdiction: common.jurisdiction,
    profile: common.profile,
    profileSource: common.profileSource,
    mode,
    format,
    strictCorrect: exact === common.scored,
    lenientCorrect: within === common.scored,
    correctByLine: exact / common.scored,
    lenientByLine: within / common.scored,
    emptyAnswer: { ...common.emptyAnswer },
    otherMode: {
      mode: otherMode,
      strictCorrect: otherExact === common.scored,
      lenientCorrect: otherWithin === common.scored,
      correctByLine: otherExact / common.scored,
      lenientByLine: otherWithin / common.scored,
      lines: differing,
    },
    lines,
    warnings,
  };
  if (diagnosis) answer.diagnosis = diagnosis;
  return answer;
}

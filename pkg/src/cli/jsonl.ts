/** `--jsonl`: one request a line in, one answer a line out, in constant memory. */
import { createReadStream } from "node:fs";
import type { answerLine, answerLongLine, inputPath } from "../generated/cli-glue.js";
import { type NodeHost, inWords } from "./host.js";

interface Calls {
  answerLine: typeof answerLine;
  answerLongLine: typeof answerLongLine;
  inputPath: typeof inputPath;
}

/** A longer line is answered with an error instead of being held. */
const mostBytes = 64 * 2 ** 20;
const lineFeed = 10;

/** Answers the input line by line; gives the exit code. */
export async function answerLines(host: NodeHost, calls: Calls): Promise<number> {
  const path = calls.inputPath();
  let input: AsyncIterable<Buffer>;
  try {
    input = path === "-" ? process.stdin : createReadStream("", { fd: host.open(path) });
  } catch (error) {
    host.writeError(`taxgrade: cannot read ${path}: ${inWords(error)}\n  check the path\n`);
    return 1;
  }
  let failed = false;
  let number = 0;
  let out: string[] = [];
  const answer = (line: Buffer | undefined) => {
    number += 1;
    if (line && line.every(isSpace)) return;
    const signed = line ? calls.answerLine(line, number) : calls.answerLongLine(number);
    failed ||= signed.startsWith("-");
    out.push(signed.slice(1), "\n");
  };
  const flush = async () => {
    const text = out.join("");
    out = [];
    if (text !== "" && !process.stdout.write(text)) {
      await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  };
  try {
    for await (const line of lines(input)) {
      answer(line.bytes);
      // What is there is answered at once; whoever waits for an answer gets it.
      if (line.last || out.length >= 256) await flush();
    }
  } catch (error) {
    await flush();
    host.writeError(`taxgrade: reading or writing failed: ${inWords(error)}\n`);
    return 1;
  }
  await flush();
  return failed ? 1 : 0;
}

/** Lines with their ends, `undefined` for one beyond the limit; `last` of those at hand. */
async function* lines(
  input: AsyncIterable<Buffer>,
): AsyncGenerator<{ bytes: Buffer | undefined; last: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = () => {
    const bytes = length > mostBytes ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    return bytes;
  };
  const keep = (part: Buffer) => {
    length += part.length;
    if (length > mostBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      keep(chunk.subarray(from, at + 1));
      from = at + 1;
      yield { bytes: take(), last: chunk.indexOf(lineFeed, from) < 0 };
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (length > 0) yield { bytes: take(), last: true };
}

/** What the command line takes for an empty line: ASCII blanks. */
function isSpace(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13;
}

#!/usr/bin/env node
/** The `taxgrade` command: the native command's own sources in WebAssembly, with Node's files. */
import { readFileSync } from "node:fs";
import * as glue from "../generated/cli-glue.js";
import { answerLines } from "./jsonl.js";
import { NodeHost } from "./host.js";

const host = new NodeHost();
// Whoever reads the output may go away early, as `head` does; that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

try {
  const module = readFileSync(new URL("./taxgrade-cli.wasm", import.meta.url));
  glue.initSync({ module });
  const code = glue.run(["taxgrade", ...process.argv.slice(2)], host);
  process.exitCode = code < 0 ? await answerLines(host, glue) : code;
} catch (error) {
  const what = error instanceof Error ? error.message : String(error);
  process.stderr.write(`taxgrade: the grader stopped inside WebAssembly (${what})\n`);
  process.exitCode = 1;
}

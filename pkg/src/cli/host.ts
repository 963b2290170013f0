/** Files and streams of Node, as the command wants them. */
import { type Stats, openSync, readFileSync, readdirSync, statSync } from "node:fs";
import type { Host } from "../generated/cli-glue.js";

/** The system's words for what goes wrong with files; Node has words of its own. */
const words: Record<string, string> = {
  ENOENT: "No such file or directory (os error 2)",
  EACCES: "Permission denied (os error 13)",
  ENOTDIR: "Not a directory (os error 20)",
  EISDIR: "Is a directory (os error 21)",
  ENAMETOOLONG: "File name too long (os error 36)",
  ELOOP: "Too many levels of symbolic links (os error 40)",
};

/** An error of the file system in the system's words. */
export function inWords(error: unknown): string {
  const { code = "", message = String(error) } = error as NodeJS.ErrnoException;
  return words[code] ?? message;
}

/** What is at a path; nothing where it cannot be seen, whatever the reason. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

export class NodeHost implements Host {
  read(path: string): Uint8Array {
    try {
      return readFileSync(path === "-" ? 0 : path);
    } catch (error) {
      // Standard input that is closed is empty.
      if (path === "-" && (error as NodeJS.ErrnoException).code === "EOF") return new Uint8Array();
      // Text and not an Error: the command makes it part of its own message.
      throw inWords(error);
    }
  }

  /** Opens a file for reading in parts. */
  open(path: string): number {
    return path === "-" ? 0 : openSync(path, "r");
  }

  isFile(path: string): boolean {
    return look(path)?.isFile() ?? false;
  }

  isFolder(path: string): boolean {
    return look(path)?.isDirectory() ?? false;
  }

  list(path: string): string[] {
    try {
      return readdirSync(path);
    } catch {
      return [];
    }
  }

  write(text: string): void {
    process.stdout.write(text);
  }

  writeError(text: string): void {
    process.stderr.write(text);
  }

  columns(): number | undefined {
    return process.stdout.isTTY ? process.stdout.columns : undefined;
  }
}

/** The entry for Node, Deno and Bun: the module is read from the package's folder at first use. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { type Platform, use } from "./engine.js";

const beside = new URL("./taxgrade.wasm", import.meta.url);

const node: Platform = {
  async load(address = beside) {
    const url = typeof address === "string" ? parse(address) : address;
    if (url.protocol === "file:") return WebAssembly.compile(await readFile(url));
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`taxgrade: ${url.href} answered ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  },
  loadNow: () => new WebAssembly.Module(readFileSync(beside)),
};

/** A URL, or else a path. */
function parse(address: string): URL {
  return /^[a-z][a-z0-9+.-]+:/i.test(address) ? new URL(address) : pathToFileURL(address);
}

use(node);

export * from "./api.js";

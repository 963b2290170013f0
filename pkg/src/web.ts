/** The entry for browsers and their workers: `init` fetches the module from beside this file. */
import { type Platform, use } from "./engine.js";

const web: Platform = {
  // Bundlers look for exactly this expression to find and move the file.
  load: (address = new URL("./taxgrade.wasm", import.meta.url)) => load(address),
};

async function load(address: string | URL): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`taxgrade: ${String(address)} answered ${answer.status}`);
  // A server that does not know the type is common, and streaming refuses its answer.
  const type = answer.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(answer);
  const bytes = await answer.arrayBuffer();
  const magic = new Uint8Array(bytes.slice(0, 4));
  if (String.fromCharCode(...magic) !== "\0asm") {
    throw new Error(
      `taxgrade: ${answer.url} is no WebAssembly but ${type || "of no type"}: ` +
        "the server sends a page in place of taxgrade.wasm; pass init() the file's address",
    );
  }
  return WebAssembly.compile(bytes);
}

use(web);

export * from "./api.js";

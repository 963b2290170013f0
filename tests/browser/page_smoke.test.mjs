// The page as `cargo xtask serve` serves it: with its headers, and started.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import test from "node:test";
import { open, root } from "./lib.mjs";

test("the page starts under its content security policy", async (t) => {
  const address = await serve(t);
  const { page } = await open(t, { address });
  assert.match(await page.textContent("h1"), /line by line/);
  const headers = (await page.request.get(address)).headers();
  assert.match(headers["content-security-policy"], /default-src 'none'/);
  const [, connect] = /connect-src ([^;]*);/.exec(headers["content-security-policy"]);
  assert.deepEqual(connect.split(" "), [
    "'self'",
    "https://api.anthropic.com",
    "https://api.openai.com",
    "https://generativelanguage.googleapis.com",
    "http://localhost:*",
    "http://127.0.0.1:*",
  ]);
  const rest = headers["content-security-policy"].replace(connect, "");
  assert.doesNotMatch(rest, /unsafe-inline|'unsafe-eval'|https?:/);
  const meta = await page.getAttribute("meta[http-equiv='Content-Security-Policy']", "content");
  assert.equal(`${meta}; frame-ancestors 'none'`, headers["content-security-policy"], "host without headers");
});

async function serve(t) {
  const server = spawn("cargo", ["xtask", "serve", "--no-build", "--port", "0"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => server.kill());
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /^http:\S+/.exec(line);
    if (address) return address[0];
  }
  throw new Error("`cargo xtask serve` ended without an address");
}

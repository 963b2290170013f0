// The built page, served with the headers it ships with, in a real browser.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the page starts under its content security policy", async (t) => {
  const address = await serve(t);
  const browser = await chromium.launch({
    executablePath: process.env.TAXGRADE_CHROMIUM ?? "/usr/bin/chromium",
    // Chromium refuses its sandbox to root, which is what CI runs as.
    args: process.getuid() === 0 ? ["--no-sandbox"] : [],
  });
  t.after(() => browser.close());

  const page = await browser.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("response", (answer) => answer.ok() || complaints.push(`${answer.status()} ${answer.url()}`));
  page.on("pageerror", (error) => complaints.push(String(error)));
  const response = await page.goto(address);

  await page.waitForSelector("h1");
  assert.equal(await page.textContent("h1"), "taxgrade");
  assert.match(response.headers()["content-security-policy"], /default-src 'none'/);
  assert.deepEqual(complaints, []);
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

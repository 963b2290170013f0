// What the browser tests share: the built page served with the headers it ships with, Chromium, and the record of
// everything that went wrong in a page.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const dist = join(root, "dist");
export const data = join(root, "test_data");
const shots = join(root, "target/browser");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".zip": "application/zip",
};

/** The headers of dist/_headers that hold for every path. */
export function headers() {
  const lines = readFileSync(join(dist, "_headers"), "utf8").split("\n");
  const pairs = lines.filter((line) => /^\s+\S+:/.test(line)).map((line) => line.trim().split(/:\s*(.*)/s));
  return Object.fromEntries(pairs.map(([name, value]) => [name, value]));
}

const ends = new WeakMap();

/** Runs at the end of a test, the last asked for first: a page closes before its server. */
function atEnd(t, end) {
  if (!ends.has(t)) {
    ends.set(t, []);
    t.after(async () => {
      const failures = [];
      for (const one of ends.get(t).reverse()) await Promise.resolve().then(one).catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    });
  }
  ends.get(t).push(end);
}

/** What the command line prints, for arguments in a folder. */
export function command(args, cwd = root) {
  const cargo = ["run", "--quiet", "--manifest-path", join(root, "Cargo.toml"), "-p", "taxgrade-cli", "--"];
  return execFileSync("cargo", [...cargo, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** A certificate for localhost that nobody has signed, made for the test; none without openssl. */
export function certificate(t) {
  const folder = mkdtempSync(join(tmpdir(), "taxgrade-tls-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert],
  ]);
  return made.status === 0 ? { key: readFileSync(key), cert: readFileSync(cert) } : undefined;
}

/** Serves the page below `base`; `change(path, answer)` may answer a request itself by returning true. */
export async function serve(t, { base = "/", host = "127.0.0.1", tls, change = () => false } = {}) {
  const sent = headers();
  const asked = [];
  const create = tls ? (handler) => createSecureServer(tls, handler) : createServer;
  const server = create((request, answer) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    asked.push(path);
    for (const [name, value] of Object.entries(sent)) answer.setHeader(name, value);
    if (change(path, answer)) return;
    const inner = path.startsWith(base) ? normalize(path.slice(base.length) || "index.html") : "..";
    const file = join(dist, inner.endsWith("/") ? `${inner}index.html` : inner);
    if (inner.startsWith("..") || !existsSync(file) || !statSync(file).isFile()) {
      answer.writeHead(404).end("not found\n");
      return;
    }
    answer.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(answer);
  });
  await new Promise((resolve) => server.listen(0, host, resolve));
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `${tls ? "https" : "http"}://${host}:${server.address().port}${base}`, asked };
}

let browser;
let users = 0;

async function launched(t) {
  users++;
  browser ??= chromium.launch({
    executablePath: process.env.TAXGRADE_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      // Chromium refuses its sandbox to root, which is what CI runs as.
      ...(process.getuid() === 0 ? ["--no-sandbox"] : []),
      // The one that serves over https here is the test itself.
      "--ignore-certificate-errors",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const own = browser;
  atEnd(t, async () => {
    users--;
    if (users === 0) {
      browser = undefined;
      await (await own).close();
    }
  });
  return own;
}

/**
 * An open page. Whatever it complains about, the test fails at its end, unless `complaints` is emptied: errors on the
 * console, failed requests, requests to other origins, violations of the content security policy. To the origins in
 * `others` it may speak, and they may fail.
 */
export async function open(t, { address, others = [], context = {}, before = () => {}, start = true } = {}) {
  const chrome = await launched(t);
  const own = await chrome.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    reducedMotion: "reduce",
    ...context,
  });
  atEnd(t, () => own.close());
  const page = await own.newPage();
  page.setDefaultTimeout(20_000);
  const complaints = [];
  const isOther = (text) => others.some((origin) => text.includes(origin));
  page.on("console", (message) => {
    const text = message.text();
    if (!["error", "warning"].includes(message.type())) return;
    if (text.startsWith("policy violated") || !isOther(text + message.location().url)) complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const own = request.url().startsWith(new URL(address).origin) || /^(blob|data):/.test(request.url());
    if (!own && !isOther(request.url()))
      complaints.push(`asked for ${request.url()}`);
  });
  page.on("response", (answer) => answer.ok() || isOther(answer.url()) || complaints.push(`${answer.status()} ${answer.url()}`));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await before(page, own);
  await page.goto(address, { waitUntil: "commit" });
  if (start) await page.waitForSelector("#boot[hidden]", { state: "attached" });
  atEnd(t, () => assert.deepEqual(complaints, [], "the page complained"));
  return { page, complaints, context: own };
}

/**
 * A server that speaks the providers' wire formats; the model's name chooses how it answers. `sent` has the requests
 * that reached it.
 */
export async function provider(t, answer) {
  const built = process.env.TAXGRADE_BUILT ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug");
  const child = spawn(join(built, "fake-provider"), ["0", join(data, answer)], { stdio: ["ignore", "pipe", "inherit"] });
  atEnd(t, () => child.kill());
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    child.once("exit", () => reject(new Error("the provider did not start")));
  });
  return { url, sent: async () => (await fetch(`${url}/__requests`)).json() };
}

/** A `change` for `serve`: a worker of the page answers only after some time. */
export function slowly(name, ms) {
  return (path, answer) => {
    if (!path.endsWith(`/${name}`)) return false;
    const late = `const post = postMessage; postMessage = (...all) => setTimeout(() => post(...all), ${ms});\n`;
    answer.setHeader("Content-Type", TYPES[".js"]);
    answer.end(late + readFileSync(join(dist, name), "utf8"));
    return true;
  };
}

/** An archive of `[name, content]`, packed by the page's own means. */
export async function packed(page, files) {
  const base64 = await page.evaluate(async (files) => {
    const worker = new Worker("zip-worker.js");
    const { data } = await new Promise((resolve) => {
      worker.onmessage = resolve;
      const contents = files.map(([, content]) => Uint8Array.from(atob(content), (c) => c.charCodeAt(0)));
      worker.postMessage({ pack: [files.map(([name]) => name), contents] });
    });
    worker.terminate();
    return btoa(Array.from(data.done, (byte) => String.fromCharCode(byte)).join(""));
  }, files.map(([name, content]) => [name, Buffer.from(content).toString("base64")]));
  return Buffer.from(base64, "base64");
}

/** The sample, opened and graded. */
export async function sample(t, options = {}) {
  const server = options.server ?? (await serve(t));
  const opened = await open(t, { address: server.address, ...options });
  await opened.page.click("text=Try the sample case");
  await opened.page.waitForSelector(".grades tbody tr", { state: "attached" });
  return { ...opened, server };
}

/** Waits until every run is graded. */
export async function graded(page) {
  await page.waitForFunction(() => /^\d+ runs,/.test(document.querySelector(".board .count")?.textContent ?? ""));
}

export async function shot(page, name) {
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds serious or critical. */
export async function axe(page) {
  await page.evaluate(axeSource);
  const found = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations),
  );
  return found
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

/** Drops files, given as `[path, content]`, as a person drops them from a file manager. */
export async function drop(page, files) {
  const handle = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, content] of files) {
      const bytes = Uint8Array.from(atob(content), (c) => c.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, files.map(([name, content]) => [name, Buffer.from(content).toString("base64")]));
  await page.dispatchEvent(".app", "dragover", { dataTransfer: handle });
  await page.dispatchEvent(".app", "drop", { dataTransfer: handle });
}

export const read = (path) => readFileSync(join(data, path));
export const text = (path) => readFileSync(join(data, path), "utf8");

/** The cells of the grading table by line number. */
export async function rows(page) {
  return page.$$eval(".grades tbody tr", (rows) =>
    Object.fromEntries(
      rows.map((row) => {
        const cells = [...row.cells].map((cell) => cell.innerText.trim());
        return [cells[0], { expected: cells[2], model: cells[3], difference: cells[4], verdict: cells[5], read: cells[6] }];
      }),
    ),
  );
}

// The package in Chromium: built by Vite and by webpack, and as a plain page and worker without any
// build, each without configuration.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import test, { after, before } from "node:test";
import { chromium } from "playwright-core";
import { consumer, node, sample, tool } from "./consumer.mjs";

const { expected, response } = sample();
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };
let browser;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.TAXGRADE_CHROMIUM ?? "/usr/bin/chromium",
    // Chromium refuses its sandbox to root, which is what CI runs as.
    args: process.getuid() === 0 ? ["--no-sandbox"] : [],
  });
});
after(() => browser?.close());

const body = (script) => `<!doctype html><title>t</title><p id="out"></p>${script}`;
const request = JSON.stringify({ expected, response });
/** Grades without and with init, twice, and shows what came out. */
const page = (from) => `
import { grade, init, openKey } from "${from}";
const show = (text) => { document.getElementById("out").textContent = text; };
let early = "";
try { grade(${request}); } catch (error) { early = error.message; }
await Promise.all([init(), init()]);
await init();
const answer = grade(${request});
show(JSON.stringify({ early, share: answer.correctByLine, key: openKey(${JSON.stringify({ expected })}).grade(${JSON.stringify(response)}).correctByLine }));
`;
const worker = (from) => `
import { grade, init } from "${from}";
const ready = init();
self.onmessage = async ({ data }) => { await ready; self.postMessage(grade(data).correctByLine); };
`;
const withWorker = (create) => `
const worker = ${create};
worker.onerror = (event) => { document.getElementById("out").textContent = "error: " + event.message; };
worker.onmessage = ({ data }) => { document.getElementById("out").textContent = JSON.stringify({ share: data }); };
worker.postMessage(${request});
`;
const viaWorker = withWorker('new Worker(new URL("./worker.js", import.meta.url), { type: "module" })');

test("Vite builds an app with it, and a worker", async () => {
  const folder = consumer("vite", {
    "index.html": body('<script type="module" src="./main.js"></script>'),
    "main.js": page("taxgrade"),
    "worker.html": body('<script type="module" src="./start.js"></script>'),
    "start.js": viaWorker,
    "worker.js": worker("taxgrade"),
  });
  node(folder, [tool("vite/bin/vite.js"), "build", "--base", "./"]);
  await shows(join(folder, "dist"), "/index.html", isPage);
  node(folder, [tool("vite/bin/vite.js"), "build", "--base", "/below/", "--outDir", "dist2/below"]);
  await shows(join(folder, "dist2"), "/below/index.html", isPage);
});

test("Vite builds a worker with it", async () => {
  const folder = consumer("vite-worker", {
    "index.html": body('<script type="module" src="./start.js"></script>'),
    "start.js": viaWorker,
    "worker.js": worker("taxgrade"),
  });
  node(folder, [tool("vite/bin/vite.js"), "build", "--base", "./"]);
  await shows(join(folder, "dist"), "/index.html", isShare);
});

test("Vite serves an app with it while it is written", async (t) => {
  const folder = consumer("vite-dev", {
    "index.html": body('<script type="module" src="./main.js"></script>'),
    "main.js": page("taxgrade"),
  });
  const { createServer: serve } = await import("vite");
  const server = await serve({ root: folder, configFile: false, logLevel: "error", server: { port: 0, host: "127.0.0.1" } });
  t.after(() => server.close());
  await server.listen();
  await shows(server.resolvedUrls.local[0], "", isPage);
});

test("webpack builds an app with it, and a worker", async () => {
  const folder = consumer("webpack", {
    "src/index.js": page("taxgrade"),
    "dist/index.html": body('<script src="main.js"></script>'),
  });
  node(folder, [tool("webpack/bin/webpack.js"), "--mode", "production"]);
  await shows(join(folder, "dist"), "/index.html", isPage);
  const other = consumer("webpack-worker", {
    "src/index.js": viaWorker,
    "src/worker.js": worker("taxgrade"),
    "dist/index.html": body('<script src="main.js"></script>'),
  });
  node(other, [tool("webpack/bin/webpack.js"), "--mode", "production"]);
  await shows(join(other, "dist"), "/index.html", isShare);
});

test("a plain page, a module worker, and a page that is given bytes work without a build", async () => {
  const from = "/node_modules/taxgrade/dist/web.js";
  const folder = consumer("plain", {
    "index.html": body(`<script type="module">${page(from)}</script>`),
    "worker.html": body(`<script type="module">${withWorker('new Worker("/worker.js", { type: "module" })')}</script>`),
    "worker.js": worker(from),
    "map.html": body(`<script type="importmap">{"imports":{"taxgrade":"${from}"}}</script><script type="module">${page("taxgrade")}</script>`),
    "bytes.html": body(`<script type="module">
import { grade, init } from "${from}";
const answer = await fetch("/node_modules/taxgrade/dist/taxgrade.wasm");
const bytes = await answer.arrayBuffer();
const fetched = globalThis.fetch;
globalThis.fetch = () => { throw new Error("offline"); };
await init(location.hash === "#module" ? await WebAssembly.compile(bytes) : bytes);
document.getElementById("out").textContent = JSON.stringify({ share: grade(${request}).correctByLine });
</script>`),
    "lost.html": body(`<script type="module">
import { grade, init } from "${from}";
let why = "";
try { await init("/index.html"); } catch (error) { why = error.message; }
await init();
document.getElementById("out").textContent = JSON.stringify({ why, share: grade(${request}).correctByLine });
</script>`),
  });
  await shows(folder, "/index.html", isPage);
  await shows(folder, "/map.html", isPage);
  await shows(folder, "/worker.html", isShare);
  await shows(folder, "/bytes.html", isShare);
  await shows(folder, "/bytes.html#module", isShare);
  await shows(folder, "/lost.html", (shown) => {
    isShare(shown);
    assert.match(shown.why, /index\.html is no WebAssembly but text\/html/);
  });
});

test("a server that does not know the type of .wasm is put up with", async () => {
  const folder = consumer("untyped", {
    "index.html": body(`<script type="module">${page("/node_modules/taxgrade/dist/web.js")}</script>`),
  });
  await shows(folder, "/index.html", isPage, { ".wasm": "application/octet-stream" });
});

function isShare({ share }) {
  assert.ok(share > 0 && share <= 1, `${share}`);
}

function isPage(shown) {
  isShare(shown);
  assert.equal(shown.key, shown.share);
  assert.match(shown.early, /await init\(\)/);
}

/** Opens a page of a folder, or of a server, and checks what it shows. */
async function shows(where, path, check, otherTypes = {}) {
  const server = where.startsWith("http") ? undefined : await serve(where, { ...types, ...otherTypes });
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  try {
    await page.goto((server?.address ?? where) + path);
    await page.waitForFunction("document.getElementById('out').textContent !== ''", undefined, { timeout: 20_000 })
      .catch((error) => { throw new Error(`${path} shows nothing: ${complaints.join("\n") || error.message}`); });
    check(JSON.parse(await page.textContent("#out")));
    assert.deepEqual(complaints.filter((text) => !text.includes("favicon") && !text.includes("404")), []);
  } finally {
    await page.close();
    await server?.stop();
  }
}

async function serve(folder, known) {
  const server = createServer(async ({ url }, answer) => {
    const path = join(folder, normalize(new URL(url, "http://x").pathname));
    try {
      const content = await readFile(path);
      answer.writeHead(200, { "content-type": known[extname(path)] ?? "application/octet-stream" }).end(content);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }),
  };
}

// What must not happen: markup in a response, a page that hangs or goes blank, a host or a browser that does not do
// its part.
import assert from "node:assert/strict";
import test from "node:test";
import { dist, drop, open, read, rows, sample, serve } from "./lib.mjs";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const XML = ["output.xml", read("ty25/test_data/ty25-ca-901/output.xml")];

test("markup in a response, in data and in names stays text", async (t) => {
  const { address } = await serve(t);
  const { page } = await open(t, { address });
  const evil = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>";
  await drop(page, [
    XML,
    [`${evil.replaceAll("/", "")}.md`, `Line 13: ${evil} | ${evil} | ${evil}\nLine 17: | | 1 ${evil}\n`],
    ["remaining_data.json", JSON.stringify({ input: { a: { label: evil, value: evil } } })],
  ]);
  await page.waitForSelector(".grades tbody tr");
  await page.locator(".grades tbody tr").first().click();
  await page.click("button[aria-label='Files']");
  await page.waitForSelector(".files");
  assert.equal(await page.locator(".app img, .app script").count(), 0);
  assert.notEqual(await page.title(), "owned");
  assert.ok((await page.textContent(".detail")).includes("<img"), "shown as it is");
});

test("no page speaks to anyone, and no policy is violated", async (t) => {
  // `open` fails on every violation and on every request to elsewhere; here is the longest walk through the page.
  const { page, server } = await sample(t);
  for (const name of ["Compare", "Leaderboard"]) await page.click(`nav >> text=${name}`);
  await page.click(".board >> text=Matrix");
  await page.click("nav >> text=Case");
  for (const tab of await page.locator(".documents .tab").all()) await tab.click();
  await page.click("button[aria-label^='Theme']");
  assert.ok(server.asked.length > 10);
});

test("below a sub-path", async (t) => {
  const server = await serve(t, { base: "/some/where/" });
  const { page } = await sample(t, { server });
  await page.waitForSelector(".page canvas");
  assert.ok(server.asked.every((path) => path.startsWith("/some/where/")), server.asked.join());
});

test("a crash of the grader is said and recovered", async (t) => {
  const { page, complaints } = await sample(t);
  const [worker] = page.workers().filter((one) => one.url().endsWith("/worker.js"));
  const gone = new Promise((resolve) => worker.on("close", resolve));
  await worker.evaluate(() => setTimeout(() => { throw new Error("boom"); })).catch(() => {});
  await page.waitForSelector(".notice.bad:has-text('started again')");
  await gone;
  await page.click(".editor textarea");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nLine 13: Federal AGI | | 1");
  await page.waitForFunction(() => [...document.querySelectorAll(".grades tr")].some((row) => row.cells[3].innerText === "1"));
  complaints.length = 0;
});

test("offline after it has loaded", async (t) => {
  const { page, context, complaints } = await sample(t);
  await page.waitForSelector(".page canvas");
  await context.setOffline(true);
  const [worker] = page.workers().filter((one) => one.url().endsWith("/worker.js"));
  assert.ok(worker);
  await drop(page, [["more.md", "Line 13: Federal AGI | | 63,500"]]);
  await page.waitForFunction(() => document.querySelector(".response .tab.open")?.textContent.includes("more.md"));
  assert.match((await rows(page))["13"].verdict, /exact/);
  await page.click(".documents .tab:has-text('w2_1.pdf')");
  await page.waitForSelector(".page canvas[aria-label^='w2_1.pdf']");
  complaints.length = 0;
});

test("blocked storage is tolerated", async (t) => {
  const { page, complaints } = await sample(t, {
    before: (page) =>
      page.addInitScript(() => {
        const refuse = { get() { throw new DOMException("denied", "SecurityError"); } };
        Object.defineProperty(window, "localStorage", refuse);
        Object.defineProperty(window, "indexedDB", refuse);
      }),
  });
  await page.click("button[aria-label^='Theme']");
  await page.click(".menu summary:has-text('Session')");
  await page.click("text=Keep it in this browser");
  await page.waitForSelector(".notice.bad:has-text('cannot be kept')");
  await page.click(".menu summary:has-text('Session')");
  await page.click("text=Forget everything");
  await page.waitForSelector(".welcome");
  assert.deepEqual(complaints, []);
});

test("a response of 5 MB is graded and can be edited", async (t) => {
  const { address } = await serve(t);
  const { page } = await open(t, { address });
  const filler = "Some reasoning | that is not | a line of the form\n".repeat(110_000);
  await drop(page, [XML, ["long.md", `${filler}Form 540: California\nLine 13: Federal AGI | | 63,500\n`]]);
  await page.waitForSelector(".grades tbody tr", { timeout: 60_000 });
  assert.match((await rows(page))["13"].verdict, /exact/);
  await page.waitForSelector(".editor.long .hint");
  await page.locator(".grades tbody tr").first().click();
  const selected = await page.$eval(".editor textarea", (one) => one.value.slice(one.selectionStart, one.selectionEnd));
  assert.equal(selected, "63,500");
  await page.focus(".editor textarea");
  await page.keyboard.type("1");
  await page.waitForFunction(() => document.querySelector(".grades tbody tr")?.cells[3].innerText === "1", null, { timeout: 30_000 });
});

test("a module that does not load leaves a message", async (t) => {
  for (const [broken, what] of [
    [(path) => path.endsWith(".wasm"), "module"],
    [(path) => /taxgrade-web-.*\.js$/.test(path), "glue"],
  ]) {
    const { address } = await serve(t, {
      change: (path, answer) => broken(path) && (answer.writeHead(404).end("gone"), true),
    });
    const { page, complaints } = await open(t, { address, start: false });
    await page.waitForSelector("#boot.failed");
    assert.match(await page.textContent("#boot"), /could not start.*Reload the page/s, what);
    complaints.length = 0;
  }
});

test("the sample that does not arrive leaves a message", async (t) => {
  const { address } = await serve(t, {
    change: (path, answer) => path.endsWith("sample.zip") && (answer.writeHead(503).end(), true),
  });
  const { page, complaints } = await open(t, { address });
  await page.click("text=Try the sample case");
  await page.waitForSelector(".notice.bad:has-text('status 503')");
  complaints.length = 0;
});

test("what ships holds no address of anyone else's but in the policy of whom it may call", () => {
  for (const file of ["index.html", "boot.js", "_headers"]) {
    const text = readFileSync(join(dist, file), "utf8").replace(/connect-src [^;]*;/, "");
    assert.doesNotMatch(text, /https?:\/\//, file);
  }
});

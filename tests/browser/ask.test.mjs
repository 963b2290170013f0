// Asking models from the page, against a server that speaks every provider's wire format: what is sent, what is shown
// while the answer arrives, and every way in which a call can fail.
import assert from "node:assert/strict";
import test from "node:test";
import { axe, certificate, drop, graded, open, provider, read, rows, sample, serve, shot } from "./lib.mjs";

const ANSWER = "ty25/results/ty25-ca-901/anthropic/sample-opus/model_completed_return_high_1.md";
const KEY = "sk-test-0123456789abcdef";

/** The sample with the panel open, for a provider at the fake server. */
async function panel(t, kind, { model = "good", key = KEY, runs = 1, also = [], ...options } = {}) {
  const fake = await provider(t, ANSWER);
  const opened = await sample(t, { others: [fake.url, ...also], ...options });
  const { page } = opened;
  // Retries wait for as long as chance has it: not at all.
  await page.evaluate(() => (Math.random = () => 0));
  await page.click("#ask-open");
  const sheet = page.getByRole("dialog", { name: "Ask a model" });
  await sheet.getByLabel("Provider").selectOption(kind);
  await sheet.getByLabel("Model", { exact: true }).fill(model);
  await sheet.getByLabel("Address").fill(fake.url);
  if (key) await sheet.getByLabel("Key", { exact: true }).fill(key);
  await sheet.getByLabel("Runs").fill(String(runs));
  await sheet.getByLabel("Runs").blur();
  const ask = sheet.getByRole("button", { name: /^Ask (once|\d+ times)$/ });
  return { ...opened, fake, sheet, ask };
}

/** The panel closes when it asks; this opens it for the next question. */
async function again(page, changes = {}) {
  await page.click("#ask-open");
  const sheet = page.getByRole("dialog", { name: "Ask a model" });
  for (const [label, value] of Object.entries(changes)) {
    const field = sheet.getByLabel(label, { exact: true });
    if (label === "Provider") await field.selectOption(value);
    else await field.fill(value);
    await field.blur();
  }
}

/** Asks a provider for a model at the fake server, with the key where none is in memory yet. */
async function askFor(page, kind, model, url) {
  await again(page, { Provider: kind, Model: model, Address: url });
  const key = page.locator("#ask-key");
  if ((await key.getAttribute("placeholder")) === "your API key") await key.fill(KEY);
  await page.click(".go .main:not([disabled])");
}

const tabs = (page) => page.locator(".response .tabs .tab");
const ended = (page) => page.waitForSelector(".asked:not(.live)");

/** The one failure that is listed. */
async function failure(page) {
  await page.waitForSelector(".failures li", { timeout: 30_000 });
  return page.locator(".failures li").innerText();
}

const PROVIDERS = [
  ["anthropic", (body) => body.messages[0].content, (one) => one.type === "document" && one.source.data],
  ["openai", (body) => body.input[0].content, (one) => one.type === "input_file" && one.file_data],
  ["gemini", (body) => body.contents[0].parts, (one) => one.inlineData?.data],
];

for (const [kind, parts, document] of PROVIDERS) {
  test(`${kind} is sent the documents as they are, and its answer is graded`, async (t) => {
    const { page, fake, sheet, ask } = await panel(t, kind);
    const preview = await sheet.locator(".preview").innerText();
    assert.match(preview, new RegExp(new URL(fake.url).host));
    for (const name of ["w2_1.pdf", "remaining_data.json", "Prompt"]) assert.match(preview, new RegExp(name));
    assert.match(preview, /about [\d,]+ tokens/);
    await ask.click();
    await ended(page);
    await page.waitForFunction(() => /18\/18/.test(document.querySelector(".response .tab.open")?.textContent));
    assert.match(await page.locator(".response .tab.open").innerText(), /^good high #1/);
    assert.match(await page.textContent(".asked"), /\d s.*5,000 in, [\d,]+ tokens out/s);
    const [sent] = await fake.sent();
    const { [kind === "gemini" ? "x-goog-api-key" : kind === "openai" ? "authorization" : "x-api-key"]: key } = sent.headers;
    assert.equal(key.replace("Bearer ", ""), KEY);
    assert.equal(sent.headers["anthropic-dangerous-direct-browser-access"], kind === "anthropic" ? "true" : undefined);
    assert.equal(sent.headers.referer, undefined);
    assert.equal(sent.headers.cookie, undefined);
    const content = parts(sent.body);
    const documents = content.map(document).filter(Boolean);
    assert.equal(documents.length, 3);
    for (const one of documents) assert.match(one.replace(/^data:application\/pdf;base64,/, ""), /^JVBERi0/);
    assert.match(content.at(-1).text ?? "", /Form 540/);
    assert.ok(!JSON.stringify(sent.body).includes(KEY) && !sent.path.includes(KEY));
  });
}

test("a local server is sent text, form fields included, and the run says so", async (t) => {
  const { page, fake, sheet, ask } = await panel(t, "compatible", { key: "" });
  await page.waitForFunction(() => /read out of it/.test(document.querySelector(".preview")?.textContent));
  assert.match(await sheet.locator(".preview").innerText(), /OLLAMA_CONTEXT_LENGTH/);
  await ask.click();
  await ended(page);
  assert.match(await page.textContent(".asked"), /PDFs sent as extracted text/);
  const [sent] = await fake.sent();
  assert.equal(sent.headers.authorization, undefined);
  const text = JSON.stringify(sent.body);
  assert.match(text, /\[page 1\].*62,?000/s);
  assert.ok(!text.includes("JVBERi0"));
});

test("the values of form fields are read out of the PDF that has them", async (t) => {
  const { page, fake, ask } = await panel(t, "compatible", { key: "" });
  await page.keyboard.press("Escape");
  const cases = await page.$$eval("select.case option", (all) => all.map((one) => [one.value, one.textContent]));
  let found = 0;
  for (const [value] of cases) {
    await page.selectOption("select.case", value);
    await page.click("#ask-open");
    await page.waitForFunction(() => /read out of it/.test(document.querySelector(".preview")?.textContent));
    await page.waitForSelector(".go .main:not([disabled])");
    await ask.click();
    await page.waitForSelector(".response .tab.open:has-text('good lobotomized #1')");
    await ended(page);
    await page.waitForFunction(() => !document.querySelector(".asked.live"));
    const text = JSON.stringify((await fake.sent()).at(-1).body);
    found += /\[form fields\]\\n[^[]*\d/.test(text) ? 1 : 0;
  }
  assert.equal(found, 1, "as the command line finds them");
});

test("text streams in, is graded while it arrives, and can be cancelled at once", async (t) => {
  const { page, ask } = await panel(t, "anthropic", { model: "drip" });
  await ask.click();
  await page.waitForSelector(".asked.live");
  await page.waitForFunction(() => document.querySelector(".editor textarea").value.length > 400);
  await page.waitForFunction(() => document.querySelector(".response .tab.open .score"), null, { timeout: 5_000 });
  assert.ok(await page.locator(".asked.live").count(), "still arriving");
  assert.match(await page.textContent(".asked.live"), /Answering.*\d+\.\d s.*about [\d,]+ tokens out/s);
  assert.equal(await page.getAttribute(".editor textarea", "readonly"), "readonly");
  // What is still arriving is in no table and no archive.
  await page.click("nav >> text=Leaderboard");
  await graded(page);
  assert.match(await page.textContent(".board .count"), /^40 runs,/);
  assert.doesNotMatch(await page.textContent(".board"), /drip/);
  await page.click("nav >> text=Case");
  const before = Date.now();
  await page.click(".asked.live >> text=Cancel");
  assert.match(await failure(page), /drip high #1: Cancelled/);
  assert.ok(Date.now() - before < 1_000, "at once");
  assert.equal(await page.locator(".tab", { hasText: "drip" }).count(), 0);
  await page.click(".failures >> text=Keep the text");
  assert.match(await page.inputValue(".editor textarea"), /^Form 1040/);
  await page.click(".failures button[aria-label^='Dismiss']");
  assert.equal(await page.locator(".failures").count(), 0);
});

test("several runs in a row, with pass^k", async (t) => {
  const { page, ask } = await panel(t, "openai", { runs: 3 });
  assert.equal(await ask.innerText(), "Ask 3 times");
  await ask.click();
  await page.waitForSelector(".tab:has-text('good high #3')");
  await page.waitForFunction(() => !document.querySelector(".asked.live"));
  await page.waitForSelector(".passes:has-text('3 runs: pass@1')");
  assert.match(await page.textContent(".passes"), /pass\^3/);
  await again(page, { Runs: "1" });
  await ask.click();
  await page.waitForSelector(".tab:has-text('good high #4')");
  await page.waitForSelector(".passes:has-text('4 runs')");
});

test("a call is marked, and can be cancelled from the panel of another case", async (t) => {
  const { page, ask, sheet } = await panel(t, "anthropic", { model: "drip", runs: 2 });
  await ask.click();
  await page.waitForSelector(".tab:has-text('drip high #1\u2026')");
  const other = await page.$eval("select.case option:not(:checked)", (one) => one.value);
  const own = await page.inputValue("select.case");
  await page.selectOption("select.case", other);
  await page.click("#ask-open");
  await sheet.getByRole("button", { name: "Cancel it" }).click();
  await page.waitForFunction(() => !/on its way/.test(document.querySelector(".go").textContent));
  await page.keyboard.press("Escape");
  await page.selectOption("select.case", own);
  assert.match(await failure(page), /drip high #1: Cancelled/);
  assert.equal(await tabs(page).filter({ hasText: "drip" }).count(), 0, "and the second is not begun");
});

test("a run in a row leaves a reader at what is read", async (t) => {
  const { page, ask } = await panel(t, "anthropic", { model: "drip", runs: 2 });
  await ask.click();
  await page.waitForSelector(".asked.live");
  await tabs(page).first().click();
  await page.click(".editor textarea");
  await page.waitForSelector(".tab:has-text('drip high #2')");
  await page.keyboard.type("still here");
  assert.match(await page.inputValue(".editor textarea"), /still here/);
});

test("runs that would all fail the same way are not begun", async (t) => {
  const { page, ask, fake } = await panel(t, "anthropic", { key: "wrong-key-000000", runs: 4 });
  await ask.click();
  assert.match(await failure(page), /did not accept the key \(HTTP 401\).*3 more would have failed the same way/s);
  assert.equal((await fake.sent()).length, 1);
  await page.click("nav >> text=Leaderboard");
  assert.match(await page.innerText(".board header"), /1 call gave no answer, not graded/);
  assert.ok(!(await page.content()).includes("wrong-key-000000"));
});

const FAILURES = [
  ["anthropic", "status-403", /does not allow this.*HTTP 403/s],
  ["anthropic", "status-404", /does not know the model.*HTTP 404.*check the model/s],
  ["anthropic", "status-413", /too large.*HTTP 413.*fewer or smaller documents/s],
  ["anthropic", "status-529", /overloaded \(HTTP 529\), after 6 tries/],
  ["openai", "status-500", /error of its own \(HTTP 500\), after 6 tries/],
  ["openai", "status-400", /did not take the request \(HTTP 400\)/],
  ["openai", "quota", /nothing left to pay with/],
  ["gemini", "context", /more than the model takes/],
  ["compatible", "context", /more than the model takes.*OLLAMA_CONTEXT_LENGTH/s],
  ["anthropic", "html", /HTTP 502.*after 6 tries.*502 Bad Gateway/s],
  ["anthropic", "redirect", /elsewhere, where a key must not follow/],
  ["openai", "malformed", /no answer that can be read.*after 6 tries/s],
  ["openai", "malformed-body", /no answer that can be read/],
  ["gemini", "cut", /broke off on its way, after 6 tries/],
  ["anthropic", "overloaded", /overloaded.*after 6 tries/s],
  ["anthropic", "huge", /did not come to an end.*4 MB/s],
  ["anthropic", "endless", /did not come to an end.*4 MB/s],
  ["anthropic", "echo-key", /did not take the request.*\[key\]/s],
];

test("failed calls are said in words, listed, and never graded", async (t) => {
  const { page, fake } = await panel(t, "anthropic");
  const before = await tabs(page).count();
  for (const [kind, model, words] of FAILURES) {
    await askFor(page, kind, model, fake.url);
    assert.match(await failure(page), words, `${kind} ${model}`);
    assert.equal(await tabs(page).count(), before, `${kind} ${model} left a response`);
    assert.ok(!(await page.content()).includes(KEY));
    await page.click(".failures button[aria-label^='Dismiss']");
  }
});

test("a wait before the next try is shown and can be cancelled; tried again, it succeeds", async (t) => {
  const { page, ask } = await panel(t, "anthropic", { model: "status-429" });
  await ask.click();
  await page.waitForSelector(".asked.live:has-text('Next try in')");
  assert.match(await page.textContent(".asked.live"), /asked for too much.*HTTP 429/s);
  await page.click(".asked.live >> text=Cancel");
  assert.match(await failure(page), /Cancelled/);
  await page.click(".failures button[aria-label^='Dismiss']");
  await again(page, { Model: "status-429-then-good" });
  await ask.click();
  await ended(page);
  assert.match(await page.locator(".response .tab.open").innerText(), /18\/18/);
});

const ENDS = [
  ["anthropic", "refusal", /The model refused/],
  ["openai", "refusal", /The model refused/],
  ["gemini", "blocked", /filter/],
  ["gemini", "blocked-prompt", /filter.*The answer is empty/s],
  ["openai", "max-tokens", /Cut off at the token limit; graded as far as it goes/],
  ["compatible", "max-tokens", /Cut off at the token limit/],
  ["anthropic", "empty", /The answer is empty/],
  ["anthropic", "pause", /tokens/],
  ["compatible", "small-context", /the server read 100 tokens of about/],
  ["compatible", "think", /tokens/],
  ["openai", "whole", /tokens/],
];

test("answers that are not whole are kept, graded and marked", async (t) => {
  const { page, fake } = await panel(t, "anthropic");
  for (const [kind, model, words] of ENDS) {
    await askFor(page, kind, model, fake.url);
    await page.waitForSelector(`.response .tab.open:has-text('${model}'):has(.score)`);
    await ended(page);
    assert.match(await page.textContent(".asked"), words, `${kind} ${model}`);
    if (model === "pause") assert.match(await page.inputValue(".editor textarea"), /and so on\n$/);
    if (model === "think") {
      assert.match(await page.inputValue(".editor textarea"), /^<think>/);
      assert.match(await page.locator(".response .tab.open").innerText(), /18\/18/, "ignored by the reader");
    }
  }
  assert.equal(await page.locator(".failures").count(), 0);
});

test("web search is offered where there is one, and the queries are shown", async (t) => {
  const { page, sheet, ask, fake } = await panel(t, "gemini");
  assert.ok(await sheet.getByLabel("Web search").isEnabled());
  await sheet.getByLabel("Model", { exact: true }).fill("gemini-3.1-pro-preview");
  assert.ok(await sheet.getByLabel("Web search").isDisabled(), "none in this year's benchmark");
  assert.doesNotMatch(await sheet.getByLabel("Thinking").innerText(), /ultrathink/);
  await sheet.getByLabel("Provider").selectOption("anthropic");
  await sheet.getByLabel("Address").fill(fake.url);
  await sheet.getByLabel("Key", { exact: true }).fill(KEY);
  await sheet.getByLabel("Web search").check();
  await sheet.getByLabel("Thinking").selectOption("ultrathink");
  await ask.click();
  await ended(page);
  assert.match(await page.locator(".response .tab.open").innerText(), /claude-opus-4-8 ultrathink, web search #1/);
  await page.click(".asked summary");
  assert.match(await page.innerText(".asked ol"), /2025 tax table\n?.*form 540 instructions/s);
  const { body } = (await fake.sent()).at(-1);
  assert.equal(body.output_config.effort, "max");
  assert.match(body.tools[0].type, /^web_search/);
});

test("the prompt can be read and changed before it is sent", async (t) => {
  const { page, sheet, ask, fake } = await panel(t, "openai");
  await sheet.getByText("Prompt: read it or change it").click();
  assert.match(await sheet.getByLabel("Prompt", { exact: true }).inputValue(), /Form 540.*w2_1\.pdf/s);
  await sheet.getByLabel("Prompt", { exact: true }).fill("Just add up the wages.");
  assert.match(await sheet.locator(".preview").innerText(), /yours/);
  await ask.click();
  await ended(page);
  assert.ok(JSON.stringify((await fake.sent())[0].body).includes("Just add up the wages."));
  await again(page);
  await sheet.getByText("Prompt, changed by you").click();
  await sheet.getByRole("button", { name: "Back to the built-in prompt" }).click();
  assert.match(await sheet.getByLabel("Prompt", { exact: true }).inputValue(), /Form 540/);
});

test("a server that does not let the page read is told from one that is not there", async (t) => {
  // As Ollama's default has it, the server answers pages of localhost and 127.0.0.1 alone.
  const server = await serve(t, { host: "127.0.0.2" });
  const { page, ask } = await panel(t, "compatible", { key: "", server, also: ["http://127.0.0.1:9"] });
  await page.waitForSelector(".go .main:not([disabled])");
  await ask.click();
  assert.match(await failure(page), /does not let this page read.*http:\/\/127\.0\.0\.2:\d+ is missing \(CORS\).*OLLAMA_ORIGINS/s);
  await page.click(".failures button[aria-label^='Dismiss']");
  await again(page, { Address: "http://127.0.0.1:9" });
  await ask.click();
  assert.match(await failure(page), /nobody answers at 127\.0\.0\.1:9.*check that the server runs/s);
});

test("a page from https calls this computer, and no other that is not encrypted", async (t) => {
  const tls = certificate(t);
  if (!tls) return t.skip("no openssl");
  const server = await serve(t, { host: "localhost", tls });
  const { page, sheet, ask, fake } = await panel(t, "compatible", { key: "", server });
  assert.match(await sheet.innerText(), /The browser may ask whether this page may reach this computer/);
  const address = await sheet.getByLabel("Address").inputValue();
  await sheet.getByLabel("Address").fill("http://192.168.1.7:8000/v1");
  assert.match(await sheet.locator(".problems").innerText(), /from https call http:\/\/192\.168\.1\.7:8000, which is not encrypted \(mixed content\).*https address/s);
  assert.ok(await ask.isDisabled());
  assert.doesNotMatch(await sheet.innerText(), /may reach this computer/, "it is another one");
  await shot(page, "ask-mixed-content");
  await sheet.getByLabel("Address").fill(address);
  await ask.click();
  await ended(page);
  assert.equal((await fake.sent()).length, 1);
  await page.waitForFunction(() => /18\/18/.test(document.querySelector(".response .tab.open")?.textContent));
});

test("what is to be known of a call comes back with the session", async (t) => {
  const { page, ask, server } = await panel(t, "compatible", { key: "", model: "max-tokens" });
  await page.waitForSelector(".go .main:not([disabled])");
  await ask.click();
  await ended(page);
  const said = await page.innerText(".asked");
  assert.match(said, /Cut off at the token limit.*tokens out.*PDFs sent as extracted text.*127\.0\.0\.1/s);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click(".menu summary:has-text('Export')").then(() => page.click("text=Whole session (.zip)")),
  ]);
  const archive = await buffer(download);
  const notes = (await unpacked(page, archive)).find(([name]) => /\/max-tokens\/run_\w+_1\.json$/.test(name));
  assert.ok(notes, "in the file that the command line saves beside an answer");
  const kept = JSON.parse(notes[1]);
  assert.deepEqual([kept.stop, kept.textExtracted, typeof kept.durationMs], ["max-tokens", true, "number"]);
  const { page: other } = await open(t, { address: server.address });
  await drop(other, [["session.zip", archive]]);
  await other.waitForSelector(".asked");
  assert.equal(await other.innerText(".asked"), said);
  await page.click(".menu summary:has-text('Session')");
  await page.click("text=Keep it in this browser");
  await page.reload({ waitUntil: "commit" });
  await page.waitForSelector(".asked");
  assert.equal(await page.innerText(".asked"), said);
});

test("being offline is said", async (t) => {
  const { page, ask, context } = await panel(t, "anthropic");
  await context.setOffline(true);
  await ask.click();
  assert.match(await failure(page), /this browser is offline/);
});

test("an address that the page's policy does not list is said, and one setting adds it", async (t) => {
  const { sheet, ask } = await panel(t, "compatible", { key: "" });
  await sheet.getByLabel("Address").fill("https://gateway.example/v1");
  assert.match(await sheet.locator(".problems").innerText(), /may not call https:\/\/gateway\.example.*--connect https:\/\/gateway\.example`/s);
  assert.ok(await ask.isDisabled());
  await sheet.getByLabel("Address").fill("http://localhost:1234/v1");
  await sheet.locator(".problems:not(:has(li))").waitFor({ state: "attached" });
});

test("the key is in the request's header and nowhere else", async (t) => {
  const logged = [];
  const { page, sheet, ask, fake } = await panel(t, "anthropic", { model: "echo-key-answer" });
  page.on("console", (message) => logged.push(message.text()));
  await page.click(".menu summary:has-text('Session')");
  await page.click("text=Keep it in this browser");
  await ask.click();
  await ended(page);
  assert.match(await page.inputValue(".editor textarea"), /your key is \[key\]/);
  await again(page, { Model: "echo-key" });
  await ask.click();
  await failure(page);
  await page.waitForTimeout(1_200);
  const stored = await page.evaluate(async () => {
    const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href, document.cookie];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise((resolve) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        });
        const bytes = all.flatMap((one) => (one.names ? [...one.contents] : [one]));
        for (const one of bytes) found.push(Array.from(one, (byte) => String.fromCharCode(byte)).join(""));
      }
      db.close();
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) found.push(request.url);
    found.push(document.documentElement.outerHTML);
    for (const one of document.querySelectorAll("*"))
      for (const attribute of one.attributes) found.push(attribute.value);
    return found;
  });
  assert.ok(stored.some((one) => one.startsWith("PK")), "the session is kept");
  const packed = Buffer.from(stored.find((one) => one.startsWith("PK")), "latin1");
  const files = await unpacked(page, packed);
  assert.ok(files.some(([name]) => name.includes("echo-key-answer")));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click(".menu summary:has-text('Export')").then(() => page.click("text=Whole session (.zip)")),
  ]);
  const exported = await unpacked(page, await buffer(download));
  const report = Promise.all([
    page.waitForEvent("download"),
    page.click(".menu summary:has-text('Export')").then(() => page.click("[aria-label='Evaluation'] >> text=JSON")),
  ]);
  const json = (await buffer((await report)[0])).toString();
  const all = [...stored, ...files.flat(), ...exported.flat(), json, ...logged].join("\n");
  assert.ok(!all.includes(KEY));
  for (const { headers, ...rest } of await fake.sent()) {
    assert.ok(!JSON.stringify(rest).includes(KEY), "not in the body or the path");
    const holders = Object.entries(headers).filter(([, value]) => value.includes(KEY));
    assert.deepEqual(holders.map(([name]) => name), ["x-api-key"]);
  }
  // One button forgets it.
  await again(page);
  assert.equal(await page.getAttribute("#ask-key", "placeholder"), "in memory");
  await sheet.getByRole("button", { name: "Forget all keys" }).click();
  assert.equal(await page.getAttribute("#ask-key", "placeholder"), "your API key");
  assert.ok(await ask.isDisabled());
  await sheet.getByLabel("Key", { exact: true }).fill(KEY);
  assert.ok(await ask.isEnabled());
  await sheet.getByRole("button", { name: "Forget all keys" }).click();
  assert.equal(await sheet.getByLabel("Key", { exact: true }).inputValue(), "");
  assert.match(await sheet.locator(".problems").innerText(), /Anthropic needs a key/);
  // And leaving the page, even if it comes back.
  await sheet.getByLabel("Key", { exact: true }).fill(KEY);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
  await page.waitForSelector("#ask[hidden]", { state: "attached" });
  await page.click("#ask-open");
  assert.equal(await sheet.getByLabel("Key", { exact: true }).inputValue(), "");
  assert.match(await sheet.locator(".problems").innerText(), /Anthropic needs a key/);
  // And forgetting everything, which also ends what is on its way.
  await sheet.getByLabel("Key", { exact: true }).fill(KEY);
  await sheet.getByLabel("Model", { exact: true }).fill("slow");
  await ask.click();
  await page.waitForSelector(".asked.live");
  await page.click(".menu summary:has-text('Session')");
  await page.click("text=Forget everything");
  await page.waitForSelector(".welcome");
  await page.click("text=Try the sample case");
  await page.click("#ask-open");
  assert.match(await sheet.locator(".problems").innerText(), /Anthropic needs a key/);
  assert.doesNotMatch(await sheet.locator(".go").innerText(), /on its way/);
});

/** Names and contents of an archive, unpacked by the page's own means. */
async function unpacked(page, bytes) {
  return page.evaluate(async (base64) => {
    const worker = new Worker("zip-worker.js");
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const { data } = await new Promise((resolve) => {
      worker.onmessage = resolve;
      worker.postMessage({ unpack: bytes });
    });
    worker.terminate();
    return data.done.map(([name, content]) => [name, new TextDecoder("latin1").decode(content)]);
  }, bytes.toString("base64"));
}

async function buffer(download) {
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("keys that no key can be are refused without being repeated", async (t) => {
  const { sheet, ask } = await panel(t, "anthropic", { key: "sk with spaces \u20ac" });
  assert.match(await sheet.locator(".problems").innerText(), /characters that no key has/);
  assert.doesNotMatch(await sheet.innerText(), /sk with/);
  assert.ok(await ask.isDisabled());
});

test("a case without a return or documents says what is missing", async (t) => {
  const { address } = await serve(t);
  const { page } = await open(t, { address });
  await drop(page, [["answer.md", "Line 1a: | | 1"]]);
  await page.click("#ask-open");
  await page.waitForSelector(".problems li");
  assert.match(await page.innerText(".problems"), /expected return is missing.*no documents to send/s);
  await drop(page, [["output.xml", read("ty25/test_data/ty25-ca-901/output.xml")], ["remaining_data.json", '{"input": {}}']]);
  await page.waitForFunction(() => document.querySelectorAll(".problems li").length === 1);
  assert.match(await page.innerText(".problems"), /needs a key/);
});

test("the part that asks is loaded when it is wanted, and missing it is said", async (t) => {
  let broken = true;
  const server = await serve(t, {
    change: (path, answer) => broken && path.endsWith("/ask/ask.js") && (answer.writeHead(404).end("gone"), true),
  });
  const { page, complaints } = await sample(t, { server });
  assert.ok(!server.asked.some((path) => path.startsWith("/ask/")), "not before");
  await page.click("#ask-open");
  await page.waitForSelector(".notice.bad:has-text('did not load')");
  complaints.length = 0;
  broken = false;
  await page.reload();
  await page.click("text=Try the sample case");
  await page.click("#ask-open");
  await page.waitForSelector("#ask:not([hidden]) select");
});

test("everything by keyboard, with the focus where it belongs", async (t) => {
  const fake = await provider(t, ANSWER);
  const { page } = await sample(t, { others: [fake.url] });
  await page.keyboard.press("a");
  await page.waitForSelector("#ask:not([hidden]) select");
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  assert.equal(await focused(), "ask-provider");
  // The page's own keys do nothing while the panel has the focus.
  await page.keyboard.press("l");
  assert.equal(await page.locator(".board").count(), 0);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#ask[hidden]", { state: "attached" });
  assert.equal(await focused(), "ask-open");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#ask:not([hidden]) select");
  for (const step of ["Tab", "Tab", "Tab", "Tab", "Tab"]) await page.keyboard.press(step);
  await page.keyboard.type(KEY);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(fake.url);
  for (let at = 0; at < 4 && !/^Ask once/.test(await focused()); at++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await ended(page);
});

for (const [name, context] of [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["phone", { viewport: { width: 360, height: 740 } }],
]) {
  test(`axe-core finds nothing serious in the panel and around answers, ${name}`, async (t) => {
    const fake = await provider(t, ANSWER);
    const { page } = await sample(t, { others: [fake.url], context });
    await page.keyboard.press("a");
    const sheet = page.getByRole("dialog", { name: "Ask a model" });
    await sheet.getByLabel("Key", { exact: true }).waitFor();
    assert.deepEqual(await axe(page), [], "panel");
    await shot(page, `ask-panel-${name}`);
    await sheet.getByLabel("Address").fill(fake.url);
    await sheet.getByLabel("Key", { exact: true }).fill(KEY);
    for (const model of ["max-tokens", "status-404", "drip"]) {
      if (model !== "max-tokens") await page.keyboard.press("a");
      await sheet.getByLabel("Model", { exact: true }).fill(model);
      await page.click(".go .main:not([disabled])");
      if (model === "drip") await page.waitForFunction(() => document.querySelector(".editor textarea")?.value.length > 600);
      else await page.waitForSelector(model === "max-tokens" ? ".asked:not(.live)" : ".failures");
    }
    assert.deepEqual(await axe(page), [], "an answer on its way and a failure");
    await shot(page, `ask-answer-${name}`);
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(inner <= outer, `${inner} > ${outer}`);
    await page.click(".asked.live >> text=Cancel");
    await page.click(".tab:has-text('max-tokens')");
    await shot(page, `ask-ended-${name}`);
    assert.deepEqual(await axe(page), [], "an answer that was cut");
  });
}

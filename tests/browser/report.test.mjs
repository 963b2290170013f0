// The report as one HTML file, opened from disk: nothing is asked for, its policy blocks nothing of its own, and
// what a model wrote stays text.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { axe, data, open, root, shot } from "./lib.mjs";

const HOSTILE = `Line 1a: <img src=x onerror="document.title='taken'"><script>document.title='taken'</script> | | 1`;

/** The address of a report on the bundled runs, one hostile answer among them. */
function report(t) {
  const folder = mkdtempSync(join(tmpdir(), "taxgrade-report-"));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(data, "ty24"), join(folder, "ty24"), { recursive: true });
  const model = join(folder, "ty24/results/single-w2-interest/openai/hostile");
  mkdirSync(model, { recursive: true });
  writeFileSync(join(model, "model_completed_return_high_1.md"), HOSTILE);
  const html = join(folder, "report.html");
  const command = ["run", "--quiet", "-p", "taxgrade-cli", "--", "report", folder, "--format", "html", "-o", html];
  execFileSync("cargo", command, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  return pathToFileURL(html).href;
}

/** Opens it; the file itself is all that may be asked for. */
async function opened(t, address, context = {}) {
  const { page, complaints } = await open(t, { address, context, start: false });
  await page.waitForSelector("footer");
  const asked = complaints.splice(0);
  assert.deepEqual(asked.filter((one) => !one.endsWith(` ${address}`)), []);
  return page;
}

test("a report opens from disk", async (t) => {
  const address = report(t);

  await t.test("with its style, in light and dark", async (t) => {
    for (const [colorScheme, ground] of [
      ["light", "rgb(255, 255, 255)"],
      ["dark", "rgb(20, 24, 29)"],
    ]) {
      const page = await opened(t, address, { colorScheme });
      const seen = await page.evaluate(() => [
        getComputedStyle(document.documentElement).backgroundColor,
        new Set([...document.querySelectorAll("svg .b, svg .t")].map((one) => getComputedStyle(one).fill)).size,
      ]);
      assert.deepEqual(seen, [ground, 2], colorScheme);
      assert.deepEqual(await axe(page), [], colorScheme);
      await shot(page, `report-${colorScheme}`);
    }
  });

  await t.test("and what a model wrote stays text", async (t) => {
    const page = await opened(t, address);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });
    assert.equal(await page.title(), "Graded tax returns");
    assert.equal(await page.locator("img, script").count(), 0);
    assert.ok((await page.textContent("main")).includes(HOSTILE), "the words are there");
  });

  await t.test("on a phone and on paper", async (t) => {
    const page = await opened(t, address, { viewport: { width: 390, height: 800 } });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(wide, 390, "only charts and tables scroll sideways");
    await shot(page, "report-phone");
    await page.emulateMedia({ media: "print" });
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll("svg")].every((chart) => chart.getBoundingClientRect().height > 0),
    );
    assert.ok(shown, "every chart is printed");
  });
});

// Takes the README's picture: the sample case with a wrong line selected. Run by `cargo xtask screenshot`.
import { writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "./lib.mjs";

const ends = [];
const { address } = await serve({ after: (end) => ends.unshift(end) });
const browser = await chromium.launch({
  executablePath: process.env.TAXGRADE_CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid() === 0 ? ["--no-sandbox", "--disable-gpu"] : ["--disable-gpu"],
});
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  colorScheme: "light",
  reducedMotion: "reduce",
});
const page = await context.newPage();
await page.goto(address, { waitUntil: "commit" });
await page.click("text=Try the sample case");
await page.locator(".grades tr.wrong").first().click();
// The document in which the line's amount is printed, drawn and marked.
await page.waitForSelector(".page canvas");
await page.waitForSelector(".hits li");
await page.waitForSelector(".marks span");
await page.mouse.move(720, 20);
await page.waitForTimeout(1000);
writeFileSync(process.argv[2], await smaller(await page.screenshot()));
await browser.close();
for (const end of ends) await end();

/** The same pixels, packed for flat colours: Chromium's own file is a quarter larger. */
async function smaller(png) {
  const [width, height, pixels] = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
    return [image.width, image.height, btoa(text)];
  }, png.toString("base64"));
  const rgba = Buffer.from(pixels, "base64");
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let at = 0, to = 0; at < rgba.length; at += 4) {
    // Each row begins with its filter: none.
    if (at % (width * 4) === 0) to += 1;
    to += rgba.copy(rows, to, at, at + 3);
  }
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a channel, red, green and blue.
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

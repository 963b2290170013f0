// The PDF viewer, pdf.js, loaded when the first PDF is opened. It draws on a canvas and runs no
// script of a document.
let library;

async function load() {
  library ??= (async () => {
    const base = new URL("pdfjs/", document.baseURI).href;
    const pdfjs = await import(`${base}pdf.min.mjs`);
    pdfjs.GlobalWorkerOptions.workerSrc = `${base}pdf.worker.min.mjs`;
    return { pdfjs, base };
  })();
  try {
    return await library;
  } catch (error) {
    library = undefined;
    throw new Error(`the PDF viewer did not load (${error?.message ?? error})`);
  }
}

function opened({ pdfjs, base }, bytes) {
  return pdfjs.getDocument({
    data: bytes,
    isEvalSupported: false,
    enableXfa: false,
    stopAtErrors: false,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
  }).promise;
}

/** Opens a document: `{doc, pages, texts, places}`, for each text its page, x, y, width and height. */
export async function openPdf(bytes) {
  const library = await load();
  const { pdfjs } = library;
  const doc = await opened(library, bytes);
  const texts = [];
  const places = [];
  const run = (text, ...place) => {
    texts.push(text);
    places.push(...place);
  };
  for (let number = 1; number <= doc.numPages; number++) {
    const page = await doc.getPage(number);
    const view = page.getViewport({ scale: 1 });
    for (const item of (await page.getTextContent()).items) {
      if (!item.str?.trim()) continue;
      const at = pdfjs.Util.transform(view.transform, item.transform);
      const h = Math.hypot(at[2], at[3]);
      run(item.str, number, at[4], at[5] - h, item.width, h);
    }
    // What is typed into a form's fields is not part of the page's text.
    for (const field of await page.getAnnotations()) {
      const value = [field.fieldValue].flat().filter((one) => typeof one === "string").join(" ");
      if (field.subtype !== "Widget" || !value.trim() || field.checkBox || field.radioButton) continue;
      const [a, b, c, d, e, f] = view.transform;
      const [x1, y1, x2, y2] = [0, 2].flatMap((at) => {
        const [x, y] = [field.rect[at], field.rect[at + 1]];
        return [a * x + c * y + e, b * x + d * y + f];
      });
      run(value, number, Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1));
    }
  }
  return { doc, pages: doc.numPages, texts, places: Float64Array.from(places) };
}

/**
 * The text of a document for a model that takes no PDFs: what is drawn, page by page and line by line, then what is
 * typed into its form, which fillable tax forms hold nowhere else.
 */
export async function pdfText(bytes) {
  const doc = await opened(await load(), bytes);
  try {
    const fields = new Map();
    let text = "";
    for (let number = 1; number <= doc.numPages; number++) {
      const page = await doc.getPage(number);
      let drawn = "";
      let height;
      for (const { str, transform, height: size, hasEOL } of (await page.getTextContent()).items) {
        if (str === undefined) continue;
        const moved = height !== undefined && Math.abs(transform[5] - height) > size / 2;
        if (str.trim() && moved && !drawn.endsWith("\n")) drawn += "\n";
        if (str.trim()) height = transform[5];
        drawn += hasEOL ? `${str}\n` : str;
      }
      text += `[page ${number}]\n${drawn.trimEnd()}\n`;
      for (const { subtype, fieldName, fieldValue, alternativeText } of await page.getAnnotations()) {
        const value = [fieldValue].flat().filter((one) => typeof one === "string").join(", ").trim();
        if (subtype !== "Widget" || value === "" || value === "Off") continue;
        const name = alternativeText ? `${alternativeText} (${fieldName})` : fieldName;
        fields.set(name, value.replace(/[\r\n]+/g, " "));
      }
    }
    if (fields.size > 0) text += "[form fields]\n";
    for (const [name, value] of fields) text += `${name}: ${value}\n`;
    return text;
  } finally {
    doc.loadingTask.destroy();
  }
}

const drawing = new WeakMap();

/** Draws a page; `width` 0 takes the zoom, else the page is fitted into it. Returns the scale. */
export async function drawPage(doc, number, zoom, width, canvas) {
  drawing.get(canvas)?.cancel();
  const page = await doc.getPage(number);
  const plain = page.getViewport({ scale: 1 });
  const scale = width > 0 ? (zoom * width) / plain.width : zoom;
  const sharp = Math.min(globalThis.devicePixelRatio || 1, 3);
  const view = page.getViewport({ scale: scale * sharp });
  const fresh = document.createElement("canvas");
  fresh.width = Math.floor(view.width);
  fresh.height = Math.floor(view.height);
  const task = page.render({ canvas: fresh, canvasContext: fresh.getContext("2d"), viewport: view });
  drawing.set(canvas, task);
  try {
    await task.promise;
  } catch (error) {
    if (error?.name === "RenderingCancelledException") return -1;
    throw error;
  }
  // Drawn aside and copied at once: a page never flashes white.
  canvas.width = fresh.width;
  canvas.height = fresh.height;
  canvas.style.width = `${plain.width * scale}px`;
  canvas.style.height = `${plain.height * scale}px`;
  canvas.getContext("2d").drawImage(fresh, 0, 0);
  return scale;
}

/** Puts an element on a place of the page. The object model may do what a style attribute may not. */
export function place(element, x, y, w, h) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
}

export function closePdf(doc) {
  doc.loadingTask?.destroy();
}

//! The page's own JavaScript, in `web/js`.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/js/pdf.js")]
extern "C" {
    #[wasm_bindgen(js_name = openPdf, catch)]
    pub(super) async fn open_pdf(bytes: js_sys::Uint8Array) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = drawPage, catch)]
    pub(super) async fn draw_page(
        doc: &JsValue,
        page: u32,
        zoom: f64,
        width: f64,
        canvas: web_sys::HtmlCanvasElement,
    ) -> Result<JsValue, JsValue>;

    /// Puts an element on a place of a page: left, top, width and height in pixels.
    pub(super) fn place(element: &JsValue, x: f64, y: f64, w: f64, h: f64);

    #[wasm_bindgen(js_name = closePdf)]
    pub(super) fn close_pdf(doc: &JsValue);
}

#[wasm_bindgen(module = "/js/ask.js")]
extern "C" {
    /// Opens the panel that asks models; the part of the page that it is in is loaded first.
    #[wasm_bindgen(js_name = openAsk, catch)]
    pub(super) async fn open_ask(
        about: &JsValue,
        tell: &js_sys::Function,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = askAbout)]
    pub(super) fn ask_about(about: &JsValue);

    #[wasm_bindgen(js_name = cancelAsk)]
    pub(super) fn cancel_ask();

    #[wasm_bindgen(js_name = forgetAsk)]
    pub(super) fn forget_ask();
}

#[wasm_bindgen(module = "/js/report.js")]
extern "C" {
    /// Writes a report, or a comparison of two sides; the part of the page that does is loaded first.
    #[wasm_bindgen(js_name = writeReport, catch)]
    pub(super) async fn write_report(given: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = openPage)]
    pub(super) fn open_page(html: &str) -> bool;
}

#[wasm_bindgen(module = "/js/zip.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    pub(super) async fn unpack(bytes: js_sys::Uint8Array) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = stopUnpacking)]
    pub(super) fn stop_unpacking();

    #[wasm_bindgen(catch)]
    pub(super) async fn pack(
        names: js_sys::Array,
        contents: js_sys::Array,
    ) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen(module = "/js/store.js")]
extern "C" {
    #[wasm_bindgen(js_name = keepSession, catch)]
    pub(super) async fn keep_session(bytes: js_sys::Uint8Array) -> Result<JsValue, JsValue>;

    /// Opens the storage, so that a session can be kept at once.
    #[wasm_bindgen(js_name = holdStorage, catch)]
    pub(super) async fn hold_storage() -> Result<JsValue, JsValue>;

    /// Keeps the files of a session, without waiting for anything.
    #[wasm_bindgen(js_name = keepAtOnce, catch)]
    pub(super) fn keep_at_once(
        names: &js_sys::Array,
        contents: &js_sys::Array,
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(js_name = keptSession, catch)]
    pub(super) async fn kept_session() -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = forgetSession, catch)]
    pub(super) async fn forget_session() -> Result<JsValue, JsValue>;
}

#[wasm_bindgen(module = "/js/files.js")]
extern "C" {
    #[wasm_bindgen(js_name = droppedEntries)]
    pub(super) fn dropped_entries(transfer: &web_sys::DataTransfer) -> js_sys::Array;

    #[wasm_bindgen(catch)]
    pub(super) async fn walk(entries: js_sys::Array) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = chosenFiles)]
    pub(super) fn chosen_files(list: &web_sys::FileList) -> js_sys::Array;

    pub(super) fn offer(name: &str, kind: &str, content: &JsValue);
}

/// What a thrown value says.
pub(super) fn message(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map(|error| String::from(error.message()))
        .or_else(|| error.as_string())
        .or_else(|| {
            let text = js_sys::Reflect::get(error, &"message".into()).ok()?;
            text.as_string()
        })
        .unwrap_or_else(|| "an unknown error".to_owned())
}

pub(super) fn field(value: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(value, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

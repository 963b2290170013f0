//! One PDF page on a canvas, with the places that were looked for.
#![expect(clippy::float_arithmetic, reason = "places on a page")]

use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlCanvasElement, HtmlElement};
use yew::{Html, Properties, component, html, use_effect_with, use_node_ref, use_state_eq};

use super::js;
use crate::find::{Hit, Run};

/// An opened document.
#[derive(Debug)]
pub(crate) struct Pdf {
    pub(crate) doc: JsValue,
    pub(crate) pages: u32,
    pub(crate) runs: Vec<Run>,
}

impl Drop for Pdf {
    fn drop(&mut self) {
        js::close_pdf(&self.doc);
    }
}

impl Pdf {
    pub(crate) async fn open(bytes: &[u8]) -> Result<Self, String> {
        let opened = js::open_pdf(js_sys::Uint8Array::from(bytes))
            .await
            .map_err(|error| js::message(&error))?;
        let pages = js::field(&opened, "pages").as_f64().unwrap_or(1.0);
        Ok(Self {
            doc: js::field(&opened, "doc"),
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a count of pages"
            )]
            pages: pages as u32,
            runs: runs(&opened),
        })
    }
}

/// The runs of text: their texts, and five numbers for each.
fn runs(opened: &JsValue) -> Vec<Run> {
    let texts = js_sys::Array::from(&js::field(opened, "texts"));
    let places = js_sys::Float64Array::new(&js::field(opened, "places")).to_vec();
    let (places, _) = places.as_chunks::<5>();
    texts
        .iter()
        .zip(places)
        .map(|(text, [page, x, y, w, h])| Run {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the number of a page"
            )]
            page: *page as u32,
            text: text.as_string().unwrap_or_default(),
            x: *x,
            y: *y,
            w: *w,
            h: *h,
        })
        .collect()
}

#[derive(Properties)]
pub(crate) struct PageProps {
    pub(crate) pdf: Rc<Pdf>,
    pub(crate) name: String,
    pub(crate) page: u32,
    /// 1 fits the width of the pane.
    pub(crate) zoom: f64,
    /// Width of the pane.
    pub(crate) width: f64,
    pub(crate) hits: Vec<Hit>,
    /// The hit to bring into view, and how often it was asked for.
    pub(crate) focus: Option<(usize, u32)>,
}

impl PartialEq for PageProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.pdf, &other.pdf)
            && (self.page, self.zoom, self.width, self.focus)
                == (other.page, other.zoom, other.width, other.focus)
            && self.hits == other.hits
    }
}

#[component]
pub(crate) fn Page(props: &PageProps) -> Html {
    let canvas = use_node_ref();
    let marks = use_node_ref();
    let scale = use_state_eq(|| 0.0_f64);
    let failed = use_state_eq(|| None::<String>);
    use_effect_with(
        (
            Rc::as_ptr(&props.pdf) as usize,
            props.page,
            props.zoom,
            props.width,
        ),
        {
            let (canvas, scale, failed, pdf) = (
                canvas.clone(),
                scale.clone(),
                failed.clone(),
                Rc::clone(&props.pdf),
            );
            let (page, zoom, width) = (props.page, props.zoom, props.width);
            move |_| {
                if let Some(canvas) = canvas.cast::<HtmlCanvasElement>()
                    && width > 0.0
                {
                    spawn_local(async move {
                        match js::draw_page(&pdf.doc, page, zoom, width, canvas).await {
                            Ok(drawn) => {
                                failed.set(None);
                                if let Some(drawn) = drawn.as_f64().filter(|drawn| *drawn > 0.0) {
                                    scale.set(drawn);
                                }
                            }
                            Err(error) => failed.set(Some(js::message(&error))),
                        }
                    });
                }
            }
        },
    );
    // Places are set through the object model: the page's policy allows no style attributes.
    use_effect_with((props.hits.clone(), *scale, props.focus), {
        let marks = marks.clone();
        move |(hits, scale, focus)| {
            let Some(marks) = marks.cast::<HtmlElement>() else {
                return;
            };
            let boxes = marks.children();
            for (at, hit) in hits.iter().enumerate() {
                let Some(mark) = u32::try_from(at).ok().and_then(|at| boxes.item(at)) else {
                    continue;
                };
                let [x, y, w, h] = hit.at.map(|one| one * scale);
                js::place(&mark, x - 2.0, y - 2.0, w + 4.0, h + 5.0);
                if focus.is_some_and(|(wanted, _)| wanted == at) {
                    let options = web_sys::ScrollIntoViewOptions::new();
                    options.set_block(web_sys::ScrollLogicalPosition::Center);
                    options.set_inline(web_sys::ScrollLogicalPosition::Nearest);
                    mark.scroll_into_view_with_scroll_into_view_options(&options);
                }
            }
        }
    });
    let label = format!("{}, page {} of {}", props.name, props.page, props.pdf.pages);
    html! {
        <div class="page">
            if let Some(why) = &*failed {
                <p class="problem" role="alert">{ format!("This page could not be drawn: {why}.") }</p>
            }
            <canvas ref={canvas} role="img" aria-label={label} />
            <div class="marks" ref={marks} aria-hidden="true">
                { for props.hits.iter().enumerate().map(|(at, hit)| html! {
                    <span key={at} class={yew::classes!(props.focus.is_some_and(|(wanted, _)| wanted == at).then_some("chosen"), hit.rounded.then_some("rounded"))} />
                }) }
            </div>
        </div>
    }
}

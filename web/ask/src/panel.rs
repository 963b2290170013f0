//! The panel: whom to ask, how, and with which key.

use std::rc::Rc;

use taxgrade::provider::{ApiKey, Content, Level, Provider};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{EventTarget, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::{
    AttrValue, Callback, Event, Html, InputEvent, KeyboardEvent, Properties, UseReducerHandle,
    component, html, use_effect_with, use_memo, use_reducer, use_state_eq,
};

use crate::about::About;
use crate::asker::{KEY_FIELD, focus};
use crate::form::{Change, Form, MOST_RUNS};
use crate::plan::{self, Plan, Texts};
use crate::words::{provider_name, setting};
use crate::{Problem, asker, preview, run};

/// The first field, which gets the focus.
const FIRST_FIELD: &str = "ask-provider";

/// The panel's state and what it works with.
#[derive(Clone, PartialEq)]
struct Asking {
    form: UseReducerHandle<Form>,
}

/// The panel, or nothing while it is closed.
#[component]
pub(crate) fn Panel() -> Html {
    let form = use_reducer(Form::default);
    use_effect_with((), {
        let panel = form.dispatcher();
        move |()| asker().take_panel(panel)
    });
    use_effect_with(form.open, |open| {
        asker().show(*open);
        if *open {
            focus(FIRST_FIELD);
        }
    });
    match &form.about {
        Some(about) if form.open => {
            let about = Rc::clone(about);
            html! { <Sheet {about} asking={Asking { form }} /> }
        }
        _ => Html::default(),
    }
}

#[derive(Properties, PartialEq)]
struct SheetProps {
    about: Rc<About>,
    asking: Asking,
}

#[component]
fn Sheet(SheetProps { about, asking }: &SheetProps) -> Html {
    let form = &asking.form;
    let asker = asker();
    let key_problem = use_state_eq(|| None::<Problem>);
    let year = about.year();
    let model = plan::model(asker.models(), form, &year);
    // The texts, and the case that they are of.
    let texts = use_state_eq(|| (None::<Rc<About>>, Texts::None));
    let read = texts.1.clone().filter(|_| texts.0.as_ref() == Some(about));
    let needed = !model.documents && about.has_pdfs() && read.is_none();
    use_effect_with((Rc::clone(about), needed), {
        let texts = texts.clone();
        move |(about, needed)| {
            if *needed {
                let about = Rc::clone(about);
                spawn_local(async move {
                    let read = read_texts(&about).await;
                    texts.set((Some(about), Some(read)));
                });
            }
        }
    });
    let attachments = use_memo(
        (Rc::clone(about), model.documents, read.clone()),
        |(about, documents, texts)| plan::attachments(about, *documents, texts).map(Rc::new),
    );
    let plan = Plan::new(
        about,
        form,
        model,
        &read,
        (*attachments).clone(),
        asker.page(),
    );

    let onclick = {
        let (asker, asking, plan, id) = (asker.clone(), asking.clone(), plan.clone(), about.id);
        Callback::from(move |_| {
            run::start(&asker, &asking.form, plan.clone(), id);
            // The answer and its grading are what to look at now.
            asking.form.dispatch(Change::Open(false));
        })
    };
    let cancel = {
        let asker = asker.clone();
        Callback::from(move |_| asker.cancel())
    };
    let dispatch = form.dispatcher();
    let close = move || dispatch.dispatch(Change::Open(false));
    let onkeydown = {
        let close = close.clone();
        Callback::from(move |event: KeyboardEvent| {
            // The page has keys of its own.
            event.stop_propagation();
            if event.key() == "Escape" {
                close();
            }
        })
    };
    html! {
        <section class="sheet-ask" role="dialog" aria-modal="false" aria-labelledby="ask-title" {onkeydown}>
            <header><h2 id="ask-title">{ "Ask a model" }</h2>
                <button class="plain" onclick={Callback::from(move |_| close())}>{ "Close" }</button>
            </header>
            <div class="ask">
            <div class="fields">
                { provider(asking) }
                { model_field(asking, &plan, &year) }
                { level(asking, &plan) }
                { runs(asking) }
                { search(asking, &plan) }
                { key(asking, &key_problem) }
                { address(asking, &plan) }
            </div>
            { preview::preview(&plan) }
            { prompt(asking, &plan, about.id) }
            <ul class="problems" id="ask-problems">
                { for key_problem.iter().chain(&plan.problems).map(|problem| html! {
                    <li class="problem">{ format!("{}: {}.", problem.what, problem.remedy) }</li>
                }) }
            </ul>
            </div>
            <div class="go">
                <button class="main" disabled={form.busy || !plan.problems.is_empty()} aria-describedby="ask-problems" {onclick}>
                    { match form.runs { 1 => "Ask once".to_owned(), runs => format!("Ask {runs} times") } }
                </button>
                if form.busy {
                    <span>{ "A call is on its way." }</span>
                    <button onclick={cancel}>{ "Cancel it" }</button>
                }
            </div>
        </section>
    }
}

/// The text of every PDF of a case.
async fn read_texts(about: &About) -> Result<Vec<(String, String)>, Problem> {
    let asker = asker();
    let mut texts = Vec::new();
    for input in &about.inputs {
        let Content::Pdf(bytes) = &input.content else {
            continue;
        };
        let text = asker.pdf_text(bytes).await.map_err(|why| {
            Problem::new(
                format!("The text of {} cannot be read ({why})", input.name),
                "choose a model that takes PDFs, or repair the file",
            )
        })?;
        texts.push((input.name.clone(), text));
    }
    Ok(texts)
}

/// What a field's value changes.
fn on<F: JsCast, E: AsRef<web_sys::Event>>(
    asking: &Asking,
    change: impl Fn(F) -> Option<Change> + 'static,
) -> Callback<E> {
    let dispatch = asking.form.dispatcher();
    Callback::from(move |event: E| {
        let target: Option<EventTarget> = event.as_ref().target();
        let field = target.and_then(|target| target.dyn_into::<F>().ok());
        if let Some(change) = field.and_then(&change) {
            dispatch.dispatch(change);
        }
    })
}

fn provider(asking: &Asking) -> Html {
    let onchange: Callback<Event> = on(asking, |field: HtmlSelectElement| {
        let provider = Provider::from_name(&field.value())?;
        let has_key = asker().key(provider).is_some();
        Some(Change::Provider(provider, has_key))
    });
    html! {
        <div class="field"><label for={FIRST_FIELD}>{ "Provider" }</label>
            <select id={FIRST_FIELD} {onchange}>
                { for Provider::ALL.into_iter().map(|one| html! {
                    <option value={one.as_str()} selected={one == asking.form.provider}>{ provider_name(one) }</option>
                }) }
            </select>
        </div>
    }
}

fn model_field(asking: &Asking, plan: &Plan, year: &str) -> Html {
    let oninput: Callback<InputEvent> = on(asking, |field: HtmlInputElement| {
        Some(Change::Model(field.value()))
    });
    let models = plan::choices(asker().models(), asking.form.provider, year);
    let value = match &asking.form.model {
        Some(typed) => typed.clone(),
        None => plan.model.name.clone(),
    };
    html! {
        <div class="field"><label for="ask-model">{ "Model" }</label>
            <input id="ask-model" list="ask-models" {value} {oninput} spellcheck="false" autocomplete="off" autocapitalize="off"
                placeholder={(asking.form.provider == Provider::Compatible).then_some("such as qwen3:32b")} />
            <datalist id="ask-models">
                { for models.into_iter().map(|model| html! { <option value={model.name}>{ model.title }</option> }) }
            </datalist>
        </div>
    }
}

fn level(asking: &Asking, plan: &Plan) -> Html {
    let onchange: Callback<Event> = on(asking, |field: HtmlSelectElement| {
        Level::from_name(&field.value()).map(Change::Level)
    });
    html! {
        <div class="field"><label for="ask-level">{ "Thinking" }</label>
            <select id="ask-level" {onchange}>
                { for plan.levels.iter().map(|level| {
                    let means = plan.model.levels.get(level).map(setting).unwrap_or_default();
                    html! { <option value={level.as_str()} selected={*level == plan.level}>{ format!("{level} \u{b7} {means}") }</option> }
                }) }
            </select>
        </div>
    }
}

fn runs(asking: &Asking) -> Html {
    let onchange: Callback<Event> = on(asking, |field: HtmlInputElement| {
        Some(Change::Runs(field.value().parse().unwrap_or(1)))
    });
    html! {
        <div class="field"><label for="ask-runs">{ "Runs" }</label>
            <input id="ask-runs" type="number" min="1" max={MOST_RUNS.to_string()} value={asking.form.runs.to_string()} {onchange} />
        </div>
    }
}

fn search(asking: &Asking, plan: &Plan) -> Html {
    let onchange: Callback<Event> = on(asking, |field: HtmlInputElement| {
        Some(Change::WebSearch(field.checked()))
    });
    html! {
        <label class="check">
            <input type="checkbox" checked={plan.web_search} disabled={!plan.can_search} {onchange} />
            <span>{ "Web search" }</span>
            if !plan.can_search { <small>{ "not with this model" }</small> }
        </label>
    }
}

fn key(asking: &Asking, problem: &yew::UseStateHandle<Option<Problem>>) -> Html {
    let form = &asking.form;
    let provider = form.provider;
    // The field belongs to the browser: its text becomes no attribute and no state of ours.
    let oninput: Callback<InputEvent> = on(asking, {
        let problem = problem.clone();
        move |field: HtmlInputElement| {
            let typed = field.value();
            let key = ApiKey::new(&typed);
            problem.set(match &key {
                Err(error) if !typed.trim().is_empty() => Some(Problem::from(error)),
                _ => None,
            });
            let has_key = key.is_ok();
            asker().set_key(provider, key.ok());
            Some(Change::HasKey(has_key))
        }
    });
    let forget = {
        let problem = problem.clone();
        Callback::from(move |_| {
            asker().forget();
            problem.set(None);
        })
    };
    let placeholder = match (form.has_key, provider.needs_key()) {
        (true, _) => "in memory",
        (false, true) => "your API key",
        (false, false) => "none needed by most",
    };
    let node: AttrValue = format!("{provider} {}", form.forgotten).into();
    html! {
        <div class="full key">
            <label for={KEY_FIELD}>{ "Key" }</label>
            <input key={node.as_str()} id={KEY_FIELD} type="password" autocomplete="off" spellcheck="false" autocapitalize="off"
                aria-describedby="ask-key-note" {placeholder} {oninput} />
            <button disabled={!form.has_key} onclick={forget}>{ "Forget all keys" }</button>
            <small id="ask-key-note">{ "Stays in this page\u{2019}s memory until you forget it or leave; it goes to the address below and is neither stored nor exported." }</small>
        </div>
    }
}

fn address(asking: &Asking, plan: &Plan) -> Html {
    let oninput: Callback<InputEvent> = on(asking, |field: HtmlInputElement| {
        Some(Change::BaseUrl(field.value()))
    });
    html! {
        <div class="field full"><label for="ask-address">{ "Address" }</label>
            <input id="ask-address" type="url" value={asking.form.base_url.clone()} placeholder={plan.model.provider.default_base_url()} {oninput}
                spellcheck="false" autocomplete="off" autocapitalize="off" />
        </div>
    }
}

fn prompt(asking: &Asking, plan: &Plan, case: u32) -> Html {
    let oninput: Callback<InputEvent> = on(asking, move |field: HtmlTextAreaElement| {
        Some(Change::Prompt(Some((case, field.value().into()))))
    });
    let dispatch = asking.form.dispatcher();
    let reset = Callback::from(move |_| dispatch.dispatch(Change::Prompt(None)));
    html! {
        <details class="prompt">
            <summary>{ if plan.own_prompt { "Prompt, changed by you" } else { "Prompt: read it or change it" } }</summary>
            <textarea aria-label="Prompt" rows="14" spellcheck="false" value={plan.prompt.to_string()} {oninput} />
            if plan.own_prompt { <button onclick={reset}>{ "Back to the built-in prompt" }</button> }
        </details>
    }
}

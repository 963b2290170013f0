//! What would be sent, and what stands in the way.

use std::rc::Rc;

use taxgrade::provider::{
    Ask, Attachment, Content, Level, Model, Models, Provider, Usage, check_base_url,
};

use crate::Problem;
use crate::about::About;
use crate::form::Form;
use crate::policy::Page;
use crate::words::provider_name;

/// The texts that were read out of a case's PDFs, by name, or why one cannot be read; nothing while
/// they are being read.
pub(crate) type Texts = Option<Result<Vec<(String, String)>, Problem>>;

/// What the panel shows and a call is made of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    pub(crate) model: Model,
    pub(crate) level: Level,
    /// The levels there are to choose from.
    pub(crate) levels: Vec<Level>,
    pub(crate) can_search: bool,
    pub(crate) web_search: bool,
    pub(crate) base_url: String,
    pub(crate) prompt: Rc<str>,
    pub(crate) own_prompt: bool,
    pub(crate) attachments: Rc<Vec<Attachment>>,
    pub(crate) text_extracted: bool,
    /// Rough number of tokens to send.
    pub(crate) tokens: u64,
    /// Millionths of a dollar for what is sent, where the price is known.
    pub(crate) cost: Option<u64>,
    /// What stands in the way.
    pub(crate) problems: Vec<Problem>,
    pub(crate) warnings: Vec<String>,
}

/// Bytes of a request that Anthropic takes; documents grow by a third on their way.
const ANTHROPIC_BYTES: usize = 32 << 20;

/// What Ollama reads unless told otherwise (<https://docs.ollama.com/faq>).
const SMALL_CONTEXT: u64 = 4_096;

/// A provider's listed models, those of the year's benchmark first.
pub(crate) fn choices(models: &Models, provider: Provider, year: &str) -> Vec<Model> {
    let of = |in_year: bool| {
        models.listed().filter(move |model| {
            model.provider == provider && model.benchmarks.contains_key(year) == in_year
        })
    };
    of(true).chain(of(false)).collect()
}

/// A case's inputs as they go to a model; nothing while the text of PDFs is not there.
pub(crate) fn attachments(
    about: &About,
    takes_pdfs: bool,
    texts: &Texts,
) -> Option<Vec<Attachment>> {
    let read = match texts {
        Some(Ok(read)) => read.as_slice(),
        _ => &[],
    };
    about
        .inputs
        .iter()
        .map(|input| match &input.content {
            Content::Pdf(_) if !takes_pdfs => {
                let (_, text) = read.iter().find(|(name, _)| *name == input.name)?;
                Some(Attachment {
                    name: input.name.clone(),
                    content: Content::Text(text.clone()),
                })
            }
            _ => Some(input.clone()),
        })
        .collect()
}

/// The model that the form names.
pub(crate) fn model(models: &Models, form: &Form, year: &str) -> Model {
    let name = match &form.model {
        Some(name) => name.trim().to_owned(),
        None => choices(models, form.provider, year)
            .into_iter()
            .next()
            .map(|model| model.name)
            .unwrap_or_default(),
    };
    models.get(form.provider, &name)
}

impl Plan {
    pub(crate) fn new(
        about: &About,
        form: &Form,
        model: Model,
        texts: &Texts,
        attachments: Option<Rc<Vec<Attachment>>>,
        page: &Page,
    ) -> Self {
        let year = about.year();
        let levels = model.levels_in(&year);
        let level = form
            .level
            .filter(|level| levels.contains(level))
            .or(model.default_level)
            .or_else(|| levels.iter().copied().find(|level| *level == Level::High))
            .or_else(|| levels.last().copied())
            .unwrap_or(Level::Lobotomized);
        let can_search = model.searches_in(&year);
        let web_search = form.web_search && can_search;
        let mut problems = Vec::new();
        let own = form.prompt.as_ref().filter(|(of, _)| *of == about.id);
        let prompt: Rc<str> = match own {
            Some((_, text)) => Rc::clone(text),
            None => about
                .prompt(web_search)
                .unwrap_or_else(|problem| {
                    problems.push(problem);
                    String::new()
                })
                .into(),
        };
        let base_url = match form.base_url.trim() {
            "" => form.provider.default_base_url(),
            other => other,
        };
        let text_extracted = !model.documents && about.has_pdfs();
        let mut plan = Self {
            level,
            levels,
            can_search,
            web_search,
            base_url: base_url.to_owned(),
            prompt,
            own_prompt: own.is_some(),
            attachments: attachments.clone().unwrap_or_default(),
            text_extracted,
            tokens: 0,
            cost: None,
            problems,
            warnings: Vec::new(),
            model,
        };
        plan.look_for_problems(about, form, texts, attachments.is_some(), page);
        plan.measure();
        plan.warnings
            .extend(page.remark(&plan.base_url).map(str::to_owned));
        plan
    }

    fn look_for_problems(
        &mut self,
        about: &About,
        form: &Form,
        texts: &Texts,
        read: bool,
        page: &Page,
    ) {
        let mut problem = |what: &str, remedy: &str| {
            self.problems.push(Problem::new(what, remedy));
        };
        if about.inputs.is_empty() {
            problem(
                "The case has no documents to send",
                "add its input.json, or its PDFs and remaining_data.json",
            );
        }
        if self.own_prompt && self.prompt.trim().is_empty() {
            problem("The prompt is empty", "write one, or take the built-in one");
        }
        if self.model.name.is_empty() {
            problem("No model is named", "type the model\u{2019}s name");
        }
        match texts {
            Some(Err(problem)) if self.text_extracted => self.problems.push(problem.clone()),
            _ if !read => problem("The text of the PDFs is being read", "this takes a moment"),
            _ => {}
        }
        match check_base_url(form.provider, &self.base_url) {
            Err(error) => self.problems.push(Problem::from(&error)),
            Ok(url) => self.problems.extend(page.refuses(url)),
        }
        if form.provider.needs_key() && !form.has_key {
            self.problems.push(Problem::new(
                format!("{} needs a key", provider_name(form.provider)),
                "paste your API key",
            ));
        }
        let bytes: usize = self.attachments.iter().map(size).sum();
        if form.provider == Provider::Anthropic && bytes / 3 * 4 > ANTHROPIC_BYTES {
            self.problems.push(Problem::new(
                "The documents are larger than the 32 MB that Anthropic takes in a request",
                "send fewer or smaller documents",
            ));
        }
    }

    fn measure(&mut self) {
        let ask = self.ask();
        let tokens = ask.estimated_tokens();
        let mut warnings: Vec<String> = ask
            .context_warnings(0)
            .into_iter()
            .map(|warning| {
                let mut letters = warning.chars();
                let first = letters.next().map(|one| one.to_ascii_uppercase());
                first.into_iter().chain(letters).chain(['.']).collect()
            })
            .collect();
        if self.model.provider == Provider::Compatible
            && self.model.context_tokens.is_none()
            && tokens > SMALL_CONTEXT
        {
            warnings.push(
                "Local servers cut prompts that are larger than their context without a word. Ollama reads 4,096 tokens unless OLLAMA_CONTEXT_LENGTH says more."
                    .to_owned(),
            );
        }
        if !self.model.known && self.model.provider != Provider::Compatible {
            warnings.push(
                "This model is not among those known here; its provider\u{2019}s defaults are used."
                    .to_owned(),
            );
        }
        self.tokens = tokens;
        self.cost = self.model.price.as_ref().map(|price| {
            price.cost_micros(&Usage {
                input_tokens: tokens,
                ..Usage::default()
            })
        });
        self.warnings = warnings;
    }

    /// The question.
    pub(crate) fn ask(&self) -> Ask<'_> {
        Ask {
            web_search: self.web_search,
            from_browser: true,
            ..Ask::new(&self.model, self.level, &self.prompt, &self.attachments)
        }
    }
}

/// Bytes of an attachment.
pub(crate) fn size(attachment: &Attachment) -> usize {
    match &attachment.content {
        Content::Pdf(bytes) => bytes.len(),
        Content::Text(text) => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Change;
    use crate::policy::Policy;
    use taxgrade::expected::Jurisdiction;
    use taxgrade::provider::ApiKey;
    use yew::Reducible;

    /// A case with a document of each kind.
    fn about() -> About {
        let input = |name: &str, content| Attachment {
            name: name.to_owned(),
            content,
        };
        About {
            id: 7,
            form: Ok((Jurisdiction::Ca, 2025)),
            inputs: vec![
                input("w2_1.pdf", Content::Pdf(b"%PDF-1.7 /Type /Page".to_vec())),
                input("remaining_data.json", Content::Text("{}".to_owned())),
            ],
        }
    }

    fn form(changes: impl IntoIterator<Item = Change>) -> Form {
        let form = changes
            .into_iter()
            .fold(Rc::new(Form::default()), Reducible::reduce);
        Rc::unwrap_or_clone(form)
    }

    fn page() -> Page {
        Page {
            origin: "http://127.0.0.1:1".to_owned(),
            policy: Policy::read("connect-src https://api.anthropic.com http://localhost:*"),
        }
    }

    fn plan(about: &About, form: &Form, texts: &Texts) -> Plan {
        let model = model(&Models::builtin(), form, &about.year());
        let attachments = attachments(about, model.documents, texts).map(Rc::new);
        Plan::new(about, form, model, texts, attachments, &page())
    }

    fn whats(plan: &Plan) -> Vec<&str> {
        plan.problems.iter().map(|one| one.what.as_str()).collect()
    }

    #[test]
    fn a_listed_model_with_a_key_can_be_asked() {
        let form = form([Change::HasKey(true), Change::WebSearch(true)]);
        let plan = plan(&about(), &form, &None);
        assert_eq!(whats(&plan), [""; 0]);
        assert_eq!(plan.model.name, "claude-opus-4-8");
        assert_eq!((plan.level, plan.web_search), (Level::High, true));
        assert!(plan.prompt.contains("Form 540") && plan.prompt.contains("search the web"));
        assert!(plan.tokens > 2_000 && plan.cost > Some(0) && !plan.text_extracted);
        let key = ApiKey::new("k").unwrap();
        let request = plan.ask().request(None, Some(&key)).unwrap();
        assert!(request.body.contains("application/pdf"));
        assert!(
            request
                .headers
                .iter()
                .any(|one| one.name == "anthropic-dangerous-direct-browser-access")
        );
    }

    #[test]
    fn what_stands_in_the_way_is_said() {
        let plan_of = |changes: Vec<Change>| plan(&about(), &form(changes), &None);
        assert_eq!(whats(&plan_of(vec![])), ["Anthropic needs a key"]);
        let gateway = Change::BaseUrl("https://gateway.example/v1".to_owned());
        let other = plan_of(vec![Change::HasKey(true), gateway]);
        let [refused] = other.problems.as_slice() else {
            panic!("{:?}", other.problems)
        };
        assert!(
            refused
                .remedy
                .contains("--connect https://gateway.example`"),
            "{refused:?}"
        );
        let own = |text: &str| Change::Prompt(Some((7, text.into())));
        for (change, word) in [
            (
                Change::BaseUrl("http://gateway.example".to_owned()),
                "unencrypted",
            ),
            (Change::Model(" ".to_owned()), "No model"),
            (own(" "), "prompt is empty"),
        ] {
            let plan = plan_of(vec![Change::HasKey(true), change]);
            assert!(
                whats(&plan).iter().any(|what| what.contains(word)),
                "{word}: {:?}",
                plan.problems
            );
        }
        let bare = About {
            form: Err(Problem::new("no return", "add it")),
            inputs: Vec::new(),
            ..about()
        };
        let plan = plan(&bare, &form([Change::HasKey(true)]), &None);
        assert_eq!(
            whats(&plan),
            ["no return", "The case has no documents to send"]
        );
    }

    #[test]
    fn a_prompt_of_ones_own_belongs_to_its_case() {
        let own = |id| {
            let prompt = Change::Prompt(Some((id, "Do it".into())));
            form([Change::HasKey(true), prompt])
        };
        let here = plan(&about(), &own(7), &None);
        assert!(here.own_prompt && &*here.prompt == "Do it");
        let elsewhere = plan(&about(), &own(8), &None);
        assert!(!elsewhere.own_prompt && elsewhere.prompt.len() > 1_000);
    }

    #[test]
    fn servers_without_documents_get_their_text() {
        let form = form([
            Change::Provider(Provider::Compatible, false),
            Change::Model("qwen3:32b".to_owned()),
        ]);
        let waiting = plan(&about(), &form, &None);
        assert_eq!(whats(&waiting), ["The text of the PDFs is being read"]);
        let broken = Some(Err(Problem::new("w2_1.pdf has no text", "x")));
        assert_eq!(
            whats(&plan(&about(), &form, &broken)),
            ["w2_1.pdf has no text"]
        );
        let text = "wages ".repeat(3_000);
        let ready = plan(
            &about(),
            &form,
            &Some(Ok(vec![("w2_1.pdf".to_owned(), text)])),
        );
        assert_eq!(whats(&ready), [""; 0]);
        assert!(ready.text_extracted);
        assert!(ready.warnings.concat().contains("OLLAMA_CONTEXT_LENGTH"));
        assert_eq!(ready.level, Level::Lobotomized);
        let request = ready.ask().request(None, None).unwrap();
        assert!(request.body.contains("wages wages") && !request.body.contains("base64"));
    }
}

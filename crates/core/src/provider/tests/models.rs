use crate::error::ErrorCode;
use crate::provider::{Level, Models, Provider, Setting, Usage};

fn names(year: &str) -> Vec<String> {
    Models::builtin()
        .benchmark(year)
        .map(|model| model.name)
        .collect()
}

#[test]
fn the_built_in_file_lists_the_benchmarks_models() {
    let mut read = Models::builtin();
    read.extend(Models::builtin_json()).unwrap();
    assert_eq!(read.listed().count(), Models::builtin().listed().count());
    assert_eq!(
        names("ty25"),
        [
            "gpt-5.5",
            "claude-opus-4-8",
            "claude-fable-5",
            "claude-sonnet-5",
            "gemini-3.1-pro-preview"
        ]
    );
    assert_eq!(names("ty24").len(), 17);
    for model in read.listed() {
        assert!(!model.levels.is_empty(), "{}", model.name);
        let budget = model.max_thinking_tokens.unwrap_or(0);
        assert!(budget < model.max_output_tokens.unwrap(), "{}", model.name);
        let needs_budget = model.levels.values().any(|one| *one == Setting::MaxBudget);
        assert_eq!(needs_budget, budget > 0, "{}", model.name);
    }
}

#[test]
fn levels_are_mapped_as_upstream_maps_them() {
    let models = Models::builtin();
    let effort = |provider, name, level| match models.get(provider, name).levels.get(&level) {
        Some(Setting::Effort(word)) => Some(word.clone()),
        _ => None,
    };
    for (level, word) in Level::ALL
        .into_iter()
        .zip(["low", "medium", "high", "xhigh", "max"])
    {
        for name in ["claude-opus-4-8", "claude-fable-5", "claude-sonnet-5"] {
            assert_eq!(
                effort(Provider::Anthropic, name, level).as_deref(),
                Some(word)
            );
        }
    }
    let gemini = models.get(Provider::Gemini, "gemini-3.1-pro-preview");
    assert_eq!(
        gemini.levels_in("ty25"),
        [Level::Low, Level::Medium, Level::High]
    );
    assert!(!gemini.searches_in("ty25") && gemini.searches_in("ty24"));
    assert_eq!(gemini.levels_in("ty24").len(), 5);
    let sonnet = models.get(Provider::Anthropic, "claude-sonnet-4-20250514");
    let settings: Vec<&Setting> = sonnet.levels.values().collect();
    assert_eq!(
        settings,
        [
            &Setting::Off,
            &Setting::Budget(1024),
            &Setting::Budget(2048),
            &Setting::Budget(4096),
            &Setting::MaxBudget
        ]
    );
    assert_eq!(Level::from_name("none"), Some(Level::Lobotomized));
}

#[test]
fn files_add_and_replace_and_unknown_models_have_defaults() {
    let mut models = Models::builtin();
    models
        .extend(
            r#"{"ladders": {"mine": {"high": "default"}}, "models": [
                {"provider": "compatible", "model": "qwen3", "thinking": "mine", "contextTokens": 40000, "benchmarks": {"ty25": {}}},
                {"provider": "openai", "model": "gpt-5.5", "thinking": {"low": {"effort": "low"}}, "price": {"input": "0.15", "output": "1"}}]}"#,
        )
        .unwrap();
    let qwen = models.get(Provider::Compatible, "qwen3");
    assert_eq!((qwen.known, qwen.context_tokens), (true, Some(40_000)));
    assert_eq!(qwen.levels_in("ty25"), [Level::High]);
    let gpt = models.get(Provider::OpenAi, "gpt-5.5");
    assert_eq!(gpt.levels_in("ty25"), [Level::Low]);
    let usage = Usage {
        input_tokens: 10_000,
        output_tokens: 500,
        ..Usage::default()
    };
    assert_eq!(gpt.price.unwrap().cost_micros(&usage), 2_000);
    for provider in Provider::ALL {
        let unknown = models.get(provider, "brand-new");
        assert!(!unknown.known && unknown.name == "brand-new" && !unknown.levels.is_empty());
        assert_eq!(unknown.documents, provider != Provider::Compatible);
        assert!(!models.get(provider, "*").known);
    }
}

#[test]
fn wrong_files_are_refused() {
    for bad in [
        "",
        "[]",
        r#"{"models": [{"provider": "openai", "model": "x", "thinking": "none-such"}]}"#,
        r#"{"models": [{"provider": "other", "model": "x", "thinking": {}}]}"#,
        r#"{"models": [{"provider": "openai", "model": "x", "thinking": {}, "colour": 1}]}"#,
        r#"{"models": [{"provider": "openai", "model": "x", "thinking": {}, "price": {"input": "1,5", "output": "1"}}]}"#,
    ] {
        let error = Models::builtin().extend(bad).unwrap_err();
        assert_eq!(error.code(), ErrorCode::ModelsInvalid, "{bad}");
    }
}

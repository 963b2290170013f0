use serde_json::json;

use super::{KEY, head, read};
use crate::provider::{Answer, CallErrorKind, Event, Provider, Stop, Usage};

/// A short stream of each provider, after the examples of its documentation.
fn stream(provider: Provider) -> &'static str {
    match provider {
        Provider::Anthropic => concat!(
            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"id-1\",\"model\":\"m\",\"usage\":{\"input_tokens\":10,\"cache_read_input_tokens\":2,\"output_tokens\":1}}}\n\n",
            "event: ping\ndata: {\"type\": \"ping\"}\n\n",
            "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"secret\"}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"c2ln\"}}\n\n",
            "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
            "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"server_tool_use\",\"id\":\"t\",\"name\":\"web_search\",\"input\":{}}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"query\\\": \"}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\\\"tax table\\\"}\"}}\n\n",
            "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n",
            "data: {\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"text_delta\",\"text\":\"a\u{20ac}\"}}\n\n",
            "data: {\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"text_delta\",\"text\":\"\u{1f600}b\"}}\n\n",
            "data: {\"type\":\"content_block_stop\",\"index\":2}\n\n",
            "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":7,\"output_tokens_details\":{\"thinking_tokens\":3}}}\n\n",
            "data: {\"type\":\"message_stop\"}\n\n",
        ),
        Provider::OpenAi => concat!(
            "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"status\":\"in_progress\",\"error\":null}}\n\n",
            "data: {\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"message\",\"phase\":\"commentary\"}}\n\n",
            "data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"Let me see.\"}\n\n",
            "data: {\"type\":\"response.output_item.done\",\"output_index\":1,\"item\":{\"type\":\"web_search_call\",\"action\":{\"type\":\"search\",\"query\":\"tax table\"}}}\n\n",
            "data: {\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"secret\"}\n\n",
            "data: {\"type\":\"response.output_item.added\",\"output_index\":2,\"item\":{\"type\":\"message\",\"phase\":\"final_answer\"}}\n\n",
            "data: {\"type\":\"response.output_text.delta\",\"output_index\":2,\"delta\":\"a\u{20ac}\"}\n\n",
            "data: {\"type\":\"response.output_text.delta\",\"output_index\":2,\"delta\":\"\u{1f600}b\"}\n\n",
            "data: {\"type\":\"response.completed\",\"response\":{\"id\":\"id-1\",\"model\":\"m\",\"status\":\"completed\",\"error\":null,\"output\":[{\"type\":\"message\",\"phase\":\"commentary\",\"content\":[{\"type\":\"output_text\",\"text\":\"Let me see.\"}]},{\"type\":\"web_search_call\",\"action\":{\"type\":\"search\",\"query\":\"tax table\"}},{\"type\":\"message\",\"phase\":\"final_answer\",\"content\":[{\"type\":\"output_text\",\"text\":\"a\u{20ac}\u{1f600}b\"}]}],\"usage\":{\"input_tokens\":12,\"input_tokens_details\":{\"cached_tokens\":2},\"output_tokens\":7,\"output_tokens_details\":{\"reasoning_tokens\":3}}}}\n\n",
        ),
        Provider::Gemini => concat!(
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"secret\",\"thought\":true}]}}],\"modelVersion\":\"m\",\"responseId\":\"id-1\"}\n\n",
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\u{20ac}\"}]},\"groundingMetadata\":{\"webSearchQueries\":[\"tax table\"]}}]}\n\n",
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\u{1f600}b\"}]},\"finishReason\":\"STOP\",\"groundingMetadata\":{\"webSearchQueries\":[\"tax table\"]}}],\"usageMetadata\":{\"promptTokenCount\":11,\"toolUsePromptTokenCount\":1,\"candidatesTokenCount\":4,\"thoughtsTokenCount\":3,\"cachedContentTokenCount\":2}}\n\n",
        ),
        Provider::Compatible => concat!(
            ": keep-alive\n\n",
            "data: {\"id\":\"id-1\",\"model\":\"m\",\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\",\"reasoning\":\"secret\"},\"finish_reason\":null}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"a\u{20ac}\"},\"finish_reason\":null}],\"usage\":null}\n\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"\u{1f600}b\"},\"finish_reason\":\"stop\"}]}\n\n",
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":7,\"prompt_tokens_details\":{\"cached_tokens\":2},\"completion_tokens_details\":{\"reasoning_tokens\":3}}}\n\n",
            "data: [DONE]\n\n",
        ),
    }
}

fn expected(provider: Provider) -> Answer {
    let searches = match provider {
        Provider::Compatible => Vec::new(),
        _ => vec!["tax table".to_owned()],
    };
    Answer {
        text: "a\u{20ac}\u{1f600}b".to_owned(),
        searches,
        usage: Usage {
            input_tokens: 12,
            output_tokens: 7,
            thinking_tokens: 3,
            cached_tokens: 2,
        },
        stop: Stop::End,
        model: Some("m".to_owned()),
        id: Some("id-1".to_owned()),
        pause: None,
    }
}

#[test]
fn streams_give_the_same_answer_however_they_are_cut() {
    for provider in Provider::ALL {
        let stream = stream(provider);
        for text in [
            stream.to_owned(),
            stream.replace('\n', "\r\n"),
            stream.replace('\n', "\r"),
        ] {
            for piece in [1, 2, 3, 5, 7, 64, 1 << 20] {
                let head = head(200, "text/event-stream; charset=utf-8");
                let (events, answer) = read(provider, head, text.as_bytes(), piece);
                assert_eq!(answer, Ok(expected(provider)), "{provider} by {piece}");
                let said: String = events
                    .iter()
                    .filter_map(|event| match event {
                        Event::Text(text) => Some(text.as_str()),
                        _ => None,
                    })
                    .collect();
                assert_eq!(said, "a\u{20ac}\u{1f600}b");
                assert!(events.contains(&Event::Thinking), "{provider}");
                assert!(events.contains(&Event::Stop(Stop::End)), "{provider}");
            }
        }
    }
}

#[test]
fn a_stream_that_ends_early_is_no_answer() {
    for provider in Provider::ALL {
        let stream = stream(provider);
        let whole = expected(provider);
        for (end, _) in stream.char_indices() {
            let head = head(200, "text/event-stream");
            let (_, answer) = read(provider, head, &stream.as_bytes()[..end], 64);
            match answer {
                // The reason to stop was there; what is missing can only be counts.
                Ok(answer) => assert_eq!(answer.text, whole.text, "{provider} at {end}"),
                Err(error) => assert_eq!(
                    error.kind,
                    CallErrorKind::Interrupted,
                    "{provider} at {end}"
                ),
            }
        }
    }
}

#[test]
fn ends_other_than_a_whole_answer() {
    let anthropic = |reason: &str| json!({"content": [{"type": "text", "text": "x"}], "stop_reason": reason, "stop_details": {"category": "c"}});
    let openai = |reason: &str| json!({"status": "incomplete", "incomplete_details": {"reason": reason}, "error": null, "output": []});
    let gemini = |reason: &str| json!({"candidates": [{"finishReason": reason}]});
    let chat =
        |reason: &str| json!({"choices": [{"message": {"content": "x"}, "finish_reason": reason}]});
    let blocked = |word: &str| Stop::Blocked(word.to_owned());
    for (provider, body, stop) in [
        (
            Provider::Anthropic,
            anthropic("max_tokens"),
            Stop::MaxTokens,
        ),
        (
            Provider::Anthropic,
            anthropic("refusal"),
            Stop::Refusal(Some("c".to_owned())),
        ),
        (
            Provider::Anthropic,
            anthropic("model_context_window_exceeded"),
            Stop::Context,
        ),
        (Provider::Anthropic, anthropic("pause_turn"), Stop::Paused),
        (
            Provider::Anthropic,
            anthropic("tool_use"),
            Stop::Other("tool_use".to_owned()),
        ),
        (
            Provider::OpenAi,
            openai("max_output_tokens"),
            Stop::MaxTokens,
        ),
        (
            Provider::OpenAi,
            openai("content_filter"),
            blocked("content_filter"),
        ),
        (
            Provider::OpenAi,
            json!({"status": "completed", "error": null, "output": [{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]}),
            Stop::Refusal(None),
        ),
        (Provider::Gemini, gemini("MAX_TOKENS"), Stop::MaxTokens),
        (Provider::Gemini, gemini("SPII"), blocked("SPII")),
        (
            Provider::Gemini,
            gemini("MALFORMED_RESPONSE"),
            Stop::Other("MALFORMED_RESPONSE".to_owned()),
        ),
        (
            Provider::Gemini,
            json!({"promptFeedback": {"blockReason": "OTHER"}}),
            blocked("OTHER"),
        ),
        (Provider::Compatible, chat("length"), Stop::MaxTokens),
        (
            Provider::Compatible,
            chat("content_filter"),
            blocked("content_filter"),
        ),
    ] {
        let body = body.to_string();
        let (_, answer) = read(provider, head(200, "application/json"), body.as_bytes(), 9);
        let answer = answer.unwrap();
        assert_eq!(answer.stop, stop, "{provider} {body}");
        assert_eq!(answer.pause.is_some(), stop == Stop::Paused);
        assert!(!answer.stop.is_complete() && !answer.stop.to_string().is_empty());
    }
}

#[test]
fn a_paused_stream_hands_back_its_blocks_whole() {
    let stream = stream(Provider::Anthropic).replace("end_turn", "pause_turn");
    let (_, answer) = read(
        Provider::Anthropic,
        head(200, "text/event-stream"),
        stream.as_bytes(),
        11,
    );
    assert_eq!(
        answer.unwrap().pause,
        Some(json!([
            {"type": "thinking", "thinking": "secret", "signature": "c2ln"},
            {"type": "server_tool_use", "id": "t", "name": "web_search", "input": {"query": "tax table"}},
            {"type": "text", "text": "a\u{20ac}\u{1f600}b"},
        ]))
    );
}

#[test]
fn an_answer_that_repeats_the_key_is_kept_without_it() {
    let body = json!({"id": KEY, "model": KEY, "choices": [{"message": {"content": format!("it is {KEY}.")}, "finish_reason": KEY}]});
    let (_, answer) = read(
        Provider::Compatible,
        head(200, "application/json"),
        body.to_string().as_bytes(),
        9,
    );
    let shown = format!("{:?}", answer.unwrap());
    assert!(
        !shown.contains(KEY) && shown.contains("it is [key]."),
        "{shown}"
    );
}

#[test]
fn an_endless_answer_is_given_up() {
    let piece = format!(
        "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{}\"}},\"finish_reason\":null}}]}}\n\n",
        "x".repeat(1 << 20)
    );
    let mut reader = super::request(Provider::Compatible).reader(head(200, "text/event-stream"));
    let mut pieces = 0;
    while !reader.is_done() {
        pieces += 1;
        assert!(pieces < 100);
        drop(reader.push(piece.as_bytes()));
    }
    assert_eq!(
        reader.finish().unwrap_err().kind,
        CallErrorKind::AnswerTooLong
    );
}

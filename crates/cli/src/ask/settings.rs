//! Keys and addresses, from the environment or from a file `.env` in the working folder.

use std::collections::BTreeMap;
use std::path::Path;

use taxgrade::provider::{ApiKey, Provider};

use crate::failure::Failure;
use crate::files;

/// The names of the variables that hold a provider's key and address.
pub(crate) const fn variables(provider: Provider) -> (&'static str, &'static str) {
    match provider {
        Provider::Anthropic => ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
        Provider::OpenAi => ("OPENAI_API_KEY", "OPENAI_BASE_URL"),
        Provider::Gemini => ("GEMINI_API_KEY", "GEMINI_BASE_URL"),
        Provider::Compatible => (
            "TAXGRADE_COMPATIBLE_API_KEY",
            "TAXGRADE_COMPATIBLE_BASE_URL",
        ),
    }
}

/// A provider's key and address.
#[derive(Debug, Clone, Default)]
pub(crate) struct Access {
    pub(crate) key: Option<ApiKey>,
    pub(crate) base_url: Option<String>,
}

/// Reads the settings of some providers. The environment counts before the file.
pub(crate) fn read(
    providers: impl IntoIterator<Item = Provider>,
) -> Result<BTreeMap<Provider, Access>, Failure> {
    let path = Path::new(".env");
    let file = if path.is_file() {
        parse(&files::read_text(path)?)
    } else {
        BTreeMap::new()
    };
    let setting = |name: &str| {
        std::env::var(name)
            .ok()
            .or_else(|| file.get(name).cloned())
            .filter(|value| !value.trim().is_empty())
    };
    providers
        .into_iter()
        .map(|provider| {
            let (key, base_url) = variables(provider);
            let key = setting(key)
                .map(|value| ApiKey::new(&value))
                .transpose()
                .map_err(|error| Failure::about(key, &error))?;
            let base_url = setting(base_url);
            Ok((provider, Access { key, base_url }))
        })
        .collect()
}

/// Lines `NAME=value`, with `export` before, quotes around and comments after them or not.
fn parse(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .filter_map(|line| {
            let line = line.trim_start_matches('\u{feff}').trim();
            let line = line.strip_prefix("export ").unwrap_or(line);
            let (name, value) = line.split_once('=')?;
            let name = name.trim();
            (!name.is_empty() && !name.starts_with('#'))
                .then(|| (name.to_owned(), unquoted(value.trim()).to_owned()))
        })
        .collect()
}

fn unquoted(value: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote) {
            return rest.split(quote).next().unwrap_or_default();
        }
    }
    value
        .split_once(" #")
        .map_or(value, |(value, _)| value.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_settings_file() {
        let read = parse(
            "\u{feff}# keys\nexport A=one # mine\nB = \"two # 2\" # x\r\nC='it''s'\n#D=4\nE=\nnonsense\n=5\nF=a=b\n",
        );
        let pairs: Vec<(&str, &str)> = read.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(
            pairs,
            [
                ("A", "one"),
                ("B", "two # 2"),
                ("C", "it"),
                ("E", ""),
                ("F", "a=b")
            ]
        );
    }
}

//! Whom the built page may call beyond the providers that its content security policy names.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::page::DIST;
use crate::repo::Repo;

/// The files that hold the policy: one for hosts that send headers, one for those that do not. The
/// page reads the second to say beforehand what it may not call.
const FILES: [&str; 2] = ["_headers", "index.html"];

const DIRECTIVE: &str = "connect-src ";

/// Adds addresses to the policy of the built page. Those of an earlier call go.
pub(crate) fn allow(repo: &Repo, urls: &[String]) -> Result<()> {
    let origins = urls
        .iter()
        .filter(|url| !url.is_empty())
        .map(|url| origin(url))
        .collect::<Result<Vec<_>>>()?;
    for file in FILES {
        let source = repo.text(&format!("web/{file}"))?;
        let path = repo.path(DIST).join(file);
        let built = fs::read_to_string(&path).with_context(|| {
            format!(
                "`{}` is not there\nwhat to do: cargo xtask web",
                path.display()
            )
        })?;
        let text = with_origins(&built, &source, &origins)
            .with_context(|| format!("`{}` or its source has no connect-src", path.display()))?;
        if text != built {
            fs::write(&path, text).with_context(|| format!("writing `{}`", path.display()))?;
        }
    }
    Ok(())
}

/// A built file whose policy has the sources of the file it was built from, and some origins.
fn with_origins(built: &str, source: &str, origins: &[String]) -> Option<String> {
    let all = std::iter::once(sources(source)?).chain(origins.iter().map(String::as_str));
    let all = all.collect::<Vec<_>>().join(" ");
    let now = sources(built)?;
    Some(built.replacen(
        &format!("{DIRECTIVE}{now};"),
        &format!("{DIRECTIVE}{all};"),
        1,
    ))
}

/// The sources of the policy in a file.
fn sources(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(DIRECTIVE)?;
    Some(rest.split_once(';')?.0)
}

/// Scheme, host and port of an address: a path would be one of many, and a policy is no place for
/// names and passwords.
fn origin(url: &str) -> Result<String> {
    let fits = url.split_once("://").and_then(|(scheme, rest)| {
        let authority = rest.split('/').next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._:[]*".contains(c);
        let fits = matches!(scheme, "https" | "http")
            && !authority.is_empty()
            && authority.chars().all(plain);
        fits.then(|| format!("{scheme}://{authority}"))
    });
    match fits {
        Some(origin) => Ok(origin),
        None => bail!(
            "`{url}` is no address to call\nwhat to do: give one like https://gateway.example:8443"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_sources_of_a_policy() {
        assert_eq!(
            origin("https://a.example/v1/").unwrap(),
            "https://a.example"
        );
        assert_eq!(origin("http://[::1]:9").unwrap(), "http://[::1]:9");
        for bad in [
            "a.example",
            "ftp://a",
            "https://",
            "https://u:p@a",
            "https://a; script-src *",
        ] {
            assert!(origin(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn addresses_are_added_and_taken_back() {
        let source = "default-src 'none'; connect-src 'self' https://a; base-uri 'self'";
        let more = with_origins(source, source, &["https://b".to_owned()]).unwrap();
        assert_eq!(
            more,
            "default-src 'none'; connect-src 'self' https://a https://b; base-uri 'self'"
        );
        assert_eq!(with_origins(&more, source, &[]).as_deref(), Some(source));
        assert_eq!(with_origins("default-src 'none'", source, &[]), None);
    }

    #[test]
    fn both_policies_of_the_page_can_be_added_to() {
        let repo = Repo::find().unwrap();
        let [headers, page] = FILES.map(|file| repo.text(&format!("web/{file}")).unwrap());
        assert!(sources(&headers).is_some_and(|all| all.contains("https://api.openai.com")));
        assert_eq!(sources(&headers), sources(&page));
    }
}

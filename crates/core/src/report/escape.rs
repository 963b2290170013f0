//! Text of models, files and people inside other formats.

/// Text inside HTML, SVG or XML, in content and in quoted attributes. Characters that XML 1.0
/// forbids (section 2.2) become U+FFFD, and characters that turn the direction of text around,
/// which could make an amount look like another, are shown as their number.
#[must_use]
pub fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(character),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.push_str(&format!("[U+{:04X}]", u32::from(character)));
            }
            _ => out.push(character),
        }
    }
    out
}

/// Text on one line of Markdown, in a table's cell too, with nothing of it taken as markup.
#[must_use]
pub fn markdown_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for character in one_line(text).chars() {
        if matches!(
            character,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~'
        ) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// Text with every run of white space as one space.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A row of comma-separated values (RFC 4180), its line end included.
pub fn csv_row<T: AsRef<str>>(cells: impl IntoIterator<Item = T>) -> String {
    let mut out = String::new();
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        let cell = cell.as_ref();
        if cell.contains([',', '"', '\n', '\r']) {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(cell);
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_taken_as_markup() {
        assert_eq!(
            markup("<img src=x onerror='a()'> & \"\u{1}\u{202e}"),
            "&lt;img src=x onerror=&#39;a()&#39;&gt; &amp; &quot;\u{fffd}[U+202E]"
        );
        assert_eq!(
            markdown_text("a | b\n![x](http://e) <b> `c` *d*"),
            "a \\| b !\\[x\\](http://e) \\<b\\> \\`c\\` \\*d\\*"
        );
    }

    #[test]
    fn csv_is_quoted_where_it_must_be() {
        assert_eq!(
            csv_row(["a", "b,c", "d \"e\"", "f\ng", ""]),
            "a,\"b,c\",\"d \"\"e\"\"\",\"f\ng\",\n"
        );
    }
}

use super::{ExpectedReturn, Jurisdiction, XmlLimits};
use crate::error::ErrorCode;

fn federal(body: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><Return xmlns=\"http://www.irs.gov/efile\" returnVersion=\"2025v5.0\">\
         <ReturnHeader><TaxYr>2025</TaxYr></ReturnHeader><ReturnData><IRS1040>{body}</IRS1040>\
         </ReturnData></Return>"
    )
}

fn parse(xml: &str) -> ExpectedReturn {
    ExpectedReturn::parse(xml).unwrap_or_else(|error| unreachable!("{error}: {xml}"))
}

fn code(xml: &str) -> ErrorCode {
    match ExpectedReturn::parse(xml) {
        Err(error) => error.code(),
        Ok(_) => unreachable!("accepted {xml:.80}"),
    }
}

#[test]
fn values_by_whole_path_with_local_names() {
    let xml = federal(
        "<efile:WagesAmt xmlns:efile=\"x\" referenceDocumentId=\"IRSW2-0 IRSW2-1\"> 47900\n</efile:WagesAmt>\
         <Note>a &amp; b&#33;<![CDATA[<c>]]></Note><TaxAmt/><Empty></Empty>",
    );
    let parsed = parse(&xml);
    let text = |path: &str| parsed.value(path).map(|value| value.text);
    assert_eq!(text("/Return/ReturnData/IRS1040/WagesAmt"), Some("47900"));
    assert_eq!(
        text("/Return/ReturnData/IRS1040/WagesAmt/@referenceDocumentId"),
        Some("IRSW2-0 IRSW2-1")
    );
    assert_eq!(text("/Return/ReturnData/IRS1040/Note"), Some("a & b!<c>"));
    for absent in ["TaxAmt", "Empty", "Wages", "WagesAmt/x"] {
        assert_eq!(
            text(&format!("/Return/ReturnData/IRS1040/{absent}")),
            None,
            "{absent}"
        );
    }
    assert_eq!(parsed.identity().tax_year, 2025);
    assert_eq!(parsed.identity().jurisdiction, Jurisdiction::Us);
}

#[test]
fn each_return_is_known_by_its_form() {
    let state = |form: &str| {
        format!(
            "<ReturnState><ReturnHeaderState><TaxYr>2025</TaxYr></ReturnHeaderState>\
             <ReturnDataState>{form}</ReturnDataState></ReturnState>"
        )
    };
    let cases = [
        (state("<FormIL1040><IL1040Shared><BaseIncome>5</BaseIncome></IL1040Shared></FormIL1040>"), Jurisdiction::Il),
        (state("<processBO><composition><forms><IT201><WG_AMT claimed=\"5\"/></IT201></forms></composition></processBO>"), Jurisdiction::Ny),
        (state("<Form760CG><Income><VAGI>-5</VAGI></Income></Form760CG>"), Jurisdiction::Va),
        ("<CA-Return><CA-ReturnHeader><TaxYear>2025</TaxYear></CA-ReturnHeader><CA-ReturnData><CAForm540><UseTax>0</UseTax></CAForm540></CA-ReturnData></CA-Return>".to_owned(), Jurisdiction::Ca),
    ];
    for (xml, jurisdiction) in cases {
        assert_eq!(parse(&xml).identity().jurisdiction, jurisdiction);
    }
}

#[test]
fn a_form_without_values_is_a_return_of_zeros() {
    let parsed = parse(
        "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040/></ReturnData></Return>",
    );
    assert_eq!(parsed.identity().jurisdiction, Jurisdiction::Us);
}

#[test]
fn repeated_paths_keep_the_first_and_are_reported() {
    let parsed = parse(&federal(
        "<WagesAmt>1</WagesAmt><WagesAmt>2</WagesAmt><WagesAmt>3</WagesAmt><TaxAmt>4</TaxAmt><TaxAmt>4</TaxAmt>",
    ));
    let wages = "/Return/ReturnData/IRS1040/WagesAmt";
    assert_eq!(parsed.value(wages).map(|value| value.text), Some("1"));
    let found: Vec<(String, String)> = parsed
        .duplicates()
        .into_iter()
        .map(|one| (one.path, one.ignored))
        .collect();
    assert_eq!(found, [(wages.to_owned(), "2".to_owned())]);
}

#[test]
fn what_is_not_a_return_is_an_ordinary_error() {
    assert_eq!(
        code("<html><body>404</body></html>"),
        ErrorCode::ReturnUnknown
    );
    assert_eq!(
        code("<Return><ReturnData><IRS1040><A>1</A></IRS1040></ReturnData></Return>"),
        ErrorCode::YearUnknown
    );
    assert_eq!(
        code("<Return><ReturnData><IRS1040X><A>1</A></IRS1040X></ReturnData></Return>"),
        ErrorCode::ReturnUnknown
    );
    for malformed in [
        "",
        "hello",
        "<Return>",
        "<Return></Retur>",
        "<A/><B/>",
        "<A>&nbsp;</A>",
        "<A b=c/>",
        "<A b=\"</c>\"/>",
        "<A></A>x",
        "<A",
        "\u{feff}",
    ] {
        assert_eq!(code(malformed), ErrorCode::XmlMalformed, "{malformed}");
    }
}

#[test]
fn errors_say_where() {
    let at = |xml: &str| {
        ExpectedReturn::parse(xml)
            .err()
            .and_then(|error| error.position())
    };
    assert_eq!(
        at("<Return>\n  <A>&what;</A>\n</Return>").map(|at| (at.line, at.column)),
        Some((2, 6))
    );
}

#[test]
fn limits_are_ordinary_errors() {
    let nested = |depth: usize| {
        let body = format!("{}1{}", "<a>".repeat(depth), "</a>".repeat(depth));
        federal(&body)
    };
    assert!(
        ExpectedReturn::parse(&nested(97)).is_ok(),
        "three levels above make a hundred"
    );
    assert_eq!(code(&nested(98)), ErrorCode::XmlLimit);
    assert_eq!(code(&nested(200)), ErrorCode::XmlLimit);
    let small = XmlLimits {
        bytes: 10,
        ..XmlLimits::default()
    };
    assert!(
        ExpectedReturn::parse_within(&federal(""), &small)
            .is_err_and(|error| error.code() == ErrorCode::XmlLimit)
    );
    let laughs = "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;\">]><Return>&lol2;</Return>";
    assert_eq!(code(laughs), ErrorCode::XmlLimit);
    let long = "n".repeat(20_000);
    let wide = format!("<{long}>{}</{long}>", "<a>1</a>".repeat(20_000));
    assert_eq!(code(&wide), ErrorCode::XmlLimit);
}

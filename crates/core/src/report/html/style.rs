//! The style sheet of the HTML report.

use crate::report::chart::{CHART_DARK, CHART_LIGHT};

/// SHA-256 of the style sheet in the words of a content security policy. A test works it out.
pub(super) const STYLE_HASH: &str = "sha256-hsq9r1sg+UCaN6l+zv4BMCLq33lUUZXIhkMPbgdcqWc=";

const PAGE: &str = "\
:root{--bg:#fff;--fg:#1c2128;--soft:#57606a;--line:#d0d7de;--link:#0b62a4;--tint:#f3f4f6;--bad:#a52233;--good:#00633f}\
@media (prefers-color-scheme:dark){:root{--bg:#14181d;--fg:#e6edf3;--soft:#9da7b1;--line:#3a424b;--link:#6cb6ff;--tint:#1d2228;--bad:#ff8591;--good:#4fd1ac}}\
@media print{:root{--bg:#fff;--fg:#000;--soft:#444;--line:#bbb;--link:#000;--tint:#f3f4f6;--bad:#a52233;--good:#00633f}}\
*{box-sizing:border-box}\
html{background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,'Segoe UI','DejaVu Sans',Arial,sans-serif;-webkit-text-size-adjust:100%}\
body{max-width:70rem;margin:0 auto;padding:1rem}\
h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.35rem;margin:2.5rem 0 .5rem;padding-top:.5rem;border-top:2px solid var(--line)}\
h3{font-size:1.1rem;margin:2rem 0 .5rem}h4{font-size:1rem;margin:1rem 0 .25rem}\
a{color:var(--link)}nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem}\
figure{margin:1rem 0}figcaption,caption{font-weight:600;text-align:left;padding:.25rem 0}\
.wide{overflow-x:auto}.wide:focus-visible,summary:focus-visible,a:focus-visible{outline:2px solid var(--link);outline-offset:2px}\
svg{display:block;width:100%;min-width:36rem;max-width:60rem;height:auto}\
table{border-collapse:collapse;font-size:.87rem;margin:.5rem 0}\
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}\
th{white-space:nowrap;background:var(--tint)}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
td.q{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:.8rem;white-space:pre-wrap;overflow-wrap:anywhere;min-width:14rem}td.y{min-width:13rem}\
.note,footer{color:var(--soft);font-size:.87rem}.bad{color:var(--bad)}.good{color:var(--good)}\
@media (max-width:40rem){figcaption::after{content:' (scroll sideways for all of it)';font-weight:400;color:var(--soft)}}\
details{margin:.25rem 0}details details{margin-left:1rem}summary{cursor:pointer;padding:.15rem 0}\
@media print{body{max-width:none;padding:0;font-size:10pt}nav{display:none}figure,tr{break-inside:avoid}h2,h3,figcaption{break-after:avoid}\
.wide{overflow:visible}svg{min-width:0;max-width:100%}details:not([open]){display:none}a{text-decoration:none}}";

/// The whole style sheet: the page, and the charts in light and dark.
pub(super) fn style() -> String {
    format!("{PAGE}{CHART_LIGHT}@media screen and (prefers-color-scheme:dark){{{CHART_DARK}}}")
}

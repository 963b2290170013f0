//! The overall and the detailed picture of every data set as SVG and PNG files.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use taxgrade::report::chart::{Chart, Picture, Theme, picture};
use taxgrade::results::Results;

use crate::failure::Failure;
use crate::files;
use crate::output;

/// Pixels for each unit of the drawing, so that text is sharp on dense screens.
const SCALE: f32 = 2.0;

/// Writes `<year>-overall-results.svg`, `….png` and the same of `detailed` into a folder. Without a
/// font on the machine the PNG files are left out, as they would have no text, and a note says so.
pub(super) fn write(folder: &Path, all: &[Results]) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| files::cannot_make(folder, &error))?;
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    let sans = sans_serif(&fonts);
    match &sans {
        Some(family) => fonts.set_sans_serif_family(family.clone()),
        None => output::note(
            "no font on this machine: the charts are written as SVG alone; install one, such as \
             Debian's fonts-dejavu-core, for PNG",
        ),
    }
    let options = Options {
        fontdb: Arc::new(fonts),
        font_family: sans.clone().unwrap_or_default(),
        ..Options::default()
    };
    for results in all {
        for which in Picture::ALL {
            let chart = picture(&results.name, &results.counts, which);
            let name = format!("{}-{}-results", results.name, which.as_str());
            files::write_whole(
                &folder.join(format!("{name}.svg")),
                &chart.svg_file(Theme::Adaptive),
            )?;
            if sans.is_some() {
                let png = png(&chart, &options)?;
                files::write_whole_bytes(&folder.join(format!("{name}.png")), &png)?;
            }
        }
    }
    Ok(())
}

/// A family for the text: one that is made for screens if it is there, or else any.
fn sans_serif(fonts: &fontdb::Database) -> Option<String> {
    const KNOWN: [&str; 7] = [
        "DejaVu Sans",
        "Liberation Sans",
        "Noto Sans",
        "Segoe UI",
        "Helvetica Neue",
        "Arial",
        "Cantarell",
    ];
    let families: Vec<&str> = fonts
        .faces()
        .filter_map(|face| face.families.first().map(|(name, _)| name.as_str()))
        .collect();
    KNOWN
        .into_iter()
        .find(|known| families.contains(known))
        .or_else(|| families.first().copied())
        .map(str::to_owned)
}

fn png(chart: &Chart, options: &Options<'_>) -> Result<Vec<u8>, Failure> {
    let broken = |what: String| {
        Failure::input(
            format!("drawing {} failed: {what}", chart.id),
            "the SVG file beside it is complete",
        )
    };
    let tree = Tree::from_str(&chart.svg_file(Theme::Light), options)
        .map_err(|error| broken(error.to_string()))?;
    let size = tree
        .size()
        .to_int_size()
        .scale_by(SCALE)
        .ok_or_else(|| broken("it has no size".to_owned()))?;
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| broken("it is too large".to_owned()))?;
    resvg::render(
        &tree,
        Transform::from_scale(SCALE, SCALE),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|error| broken(error.to_string()))
}

//! The order of a module's functions. A packer looks back 32 kB only, and the compiler leaves
//! functions that resemble each other far apart: brought together, they take three percent less.

use std::collections::{HashMap, VecDeque};

use anyhow::{Context, Result};

use crate::module::{Reader, imported_functions};

/// How far back gzip finds what it has seen, with some room for what lies between functions.
const WINDOW: usize = 30_000;

/// Bytes that are compared at once. Shorter runs are in all functions, longer ones in few.
const RUN: usize = 6;

/// The module with new names for its functions: sorted by them, functions stand beside those that
/// they resemble. A tool that can renumber functions has to do the sorting.
pub(super) fn named_by_likeness(module: &[u8]) -> Result<Vec<u8>> {
    const HEADER: usize = 8;
    let header = module
        .get(..HEADER)
        .context("the module is shorter than its header")?;
    let mut reader = Reader(module.get(HEADER..).unwrap_or_default());
    let (mut bodies, mut imported, mut out) = (Vec::new(), 0, header.to_vec());
    while !reader.0.is_empty() {
        let before = reader.0;
        let kind = reader.byte()?;
        let size = reader.number()?;
        let mut section = Reader(reader.take(size)?);
        let whole = before.get(..before.len() - reader.0.len());
        match kind {
            0 if section.text()? == "name" => continue,
            2 => imported = imported_functions(section)?,
            10 => {
                for _ in 0..section.number()? {
                    let size = section.number()?;
                    bodies.push(section.take(size)?);
                }
            }
            _ => {}
        }
        out.extend(whole.unwrap_or_default());
    }
    let mut ranks = vec![0; bodies.len()];
    for (rank, function) in order(&bodies).into_iter().enumerate() {
        if let Some(known) = ranks.get_mut(function) {
            *known = rank;
        }
    }
    let imports = (0..imported).map(|at| format!("a{at:06}"));
    let own = ranks.iter().map(|rank| format!("f{rank:06}"));
    let mut names = number(imported + bodies.len());
    for (at, name) in imports.chain(own).enumerate() {
        names.extend(number(at));
        names.extend(text(&name));
    }
    let mut section = text("name");
    section.push(1);
    section.extend(number(names.len()));
    section.extend(names);
    out.push(0);
    out.extend(number(section.len()));
    out.extend(section);
    Ok(out)
}

/// Takes the function next of whose runs of bytes the largest share is in the window.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let runs: Vec<Vec<usize>> = distinct_runs(bodies);
    let mut holders = vec![Vec::new(); runs.iter().flatten().max().map_or(0, |most| most + 1)];
    for (function, runs) in runs.iter().enumerate() {
        for &run in runs {
            holders[run].push(function);
        }
    }
    let mut seen = vec![0_usize; holders.len()];
    let mut known = vec![0_usize; bodies.len()];
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let (mut window, mut size, mut order) = (VecDeque::new(), 0, Vec::new());
    let share = |known: &[usize], function: usize| {
        known[function] as f64 / runs[function].len().max(1) as f64
    };
    while !left.is_empty() {
        let best = (0..left.len()).reduce(|best, next| {
            let (a, b) = (share(&known, left[best]), share(&known, left[next]));
            if b > a { next } else { best }
        });
        let function = left.remove(best.unwrap_or_default());
        order.push(function);
        window.push_back(function);
        size += bodies[function].len();
        for &run in &runs[function] {
            seen[run] += 1;
            if seen[run] == 1 {
                holders[run].iter().for_each(|&one| known[one] += 1);
            }
        }
        while size > WINDOW {
            let Some(gone) = window.pop_front() else {
                break;
            };
            size -= bodies[gone].len();
            for &run in &runs[gone] {
                seen[run] -= 1;
                if seen[run] == 0 {
                    holders[run].iter().for_each(|&one| known[one] -= 1);
                }
            }
        }
    }
    order
}

/// The runs of each function, by number and each once.
fn distinct_runs(bodies: &[&[u8]]) -> Vec<Vec<usize>> {
    let mut numbers = HashMap::new();
    let of = |body: &&[u8]| {
        let runs = body.windows(RUN).map(|run| {
            let next = numbers.len();
            *numbers.entry(run.to_vec()).or_insert(next)
        });
        let mut runs: Vec<usize> = runs.collect();
        runs.sort_unstable();
        runs.dedup();
        runs
    };
    bodies.iter().map(of).collect()
}

/// An unsigned LEB128 number.
fn number(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = u8::try_from(value & 0x7f).unwrap_or_default();
        value >>= 7;
        if value == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

fn text(text: &str) -> Vec<u8> {
    [number(text.len()), text.as_bytes().to_vec()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_stand_beside_those_they_resemble() {
        let one: Vec<u8> = (0..60).collect();
        let other: Vec<u8> = (100..160).collect();
        let order = order(&[&one, &other, &one[10..], &other[10..]]);
        assert_eq!(order, [0, 2, 1, 3]);
    }

    #[test]
    fn a_module_gets_names_that_sort_in_the_new_order() {
        // One imported function `m.f` of type 0; two functions of 2 and 4 bytes; old names.
        let module = [
            b"\0asm\x01\0\0\0".as_slice(),
            b"\x02\x07\x01\x01m\x01f\0\0",
            b"\x0a\x09\x02\x02\0\x0b\x04\0\x01\x01\x0b",
            b"\0\x0c\x04name\x01\x05\x01\x01\x02ab",
        ]
        .concat();
        let named = named_by_likeness(&module).unwrap_or_default();
        let sections = module.len() - 14;
        assert_eq!(named.get(..sections), module.get(..sections));
        let names = b"\0\x23\x04name\x01\x1c\x03\x00\x07a000000\x01\x07f000000\x02\x07f000001";
        assert_eq!(named.get(sections..), Some(names.as_slice()));
        assert!(named_by_likeness(&module[..20]).is_err());
    }
}

//! Sorting. The standard library's sorts are made anew for every type of item, several kilobytes
//! each in what a browser downloads; here one merge sort orders places, whatever stands there.

use std::cmp::Ordering;

/// Sorts, keeping equal items in their order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    arrange(order, &mut |a, b| items.swap(a, b));
}

/// Swaps items until each stands where `order` has its place.
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        while let Some(place) = order.get_mut(at) {
            let from = std::mem::replace(place, at);
            if from == start {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

/// Sorts numbers of lines and leaves each once.
pub(crate) fn sort_lines(lines: &mut Vec<usize>) {
    sort_by(lines, usize::cmp);
    lines.dedup();
}

/// The places from 0 to below `count` in the order of what stands there.
pub(crate) fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut from: Vec<usize> = (0..count).collect();
    if (1..count).all(|at| compare(at - 1, at).is_le()) {
        return from;
    }
    let mut to = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        for both in from.chunks(width * 2) {
            let (mut left, mut right) = both.split_at(width.min(both.len()));
            while let (Some((a, after_a)), Some((b, after_b))) =
                (left.split_first(), right.split_first())
            {
                if compare(*a, *b).is_le() {
                    to.push(*a);
                    left = after_a;
                } else {
                    to.push(*b);
                    right = after_b;
                }
            }
            to.extend_from_slice(left);
            to.extend_from_slice(right);
        }
        std::mem::swap(&mut from, &mut to);
        to.clear();
        width *= 2;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_order_as_the_standard_library() {
        for count in 0..70_u64 {
            let mut items: Vec<(u64, u64)> = (0..count)
                .map(|at| (at * 7_919 % 31 / (1 + count % 5), at))
                .collect();
            let mut known = items.clone();
            known.sort_by_key(|(key, _)| *key);
            sort_by(&mut items, |(a, _), (b, _)| a.cmp(b));
            assert_eq!(items, known);
        }
    }

    #[test]
    fn lines_once_each() {
        let mut lines = vec![5, 1, 5, 3, 1];
        sort_lines(&mut lines);
        assert_eq!(lines, [1, 3, 5]);
    }
}

//! Sorting for small lists. The standard sort is made anew for every type, some five kilobytes each
//! time; here one sort of positions serves all of them.

use std::cmp::Ordering;

/// Sorts a list; equal items keep their order.
pub(crate) fn by<T: Clone>(list: &mut [T], compare: &dyn Fn(&T, &T) -> Ordering) {
    let order = positions(list.len(), &|a, b| match (list.get(a), list.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let sorted: Vec<T> = order
        .iter()
        .filter_map(|at| list.get(*at).cloned())
        .collect();
    list.clone_from_slice(&sorted);
}

#[inline(never)]
fn positions(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    #[test]
    fn equal_items_keep_their_order() {
        let mut list = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        super::by(&mut list, &|a, b| a.0.cmp(&b.0));
        assert_eq!(list, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }
}

//! Many pairs in few words: all combinations of some rows with some columns.

use crate::base::Known;

/// All pairs of these columns and these rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rectangle {
    pub columns: Vec<u32>,
    pub rows: Vec<u32>,
}

impl Rectangle {
    pub(super) fn size(&self) -> usize {
        self.columns.len() * self.rows.len()
    }
}

/// Groups pairs of a column and a row into rectangles: columns with the same rows share one.
pub(super) fn rectangles(pairs: &[(u32, u32)]) -> Vec<Rectangle> {
    let mut columns: Known<u32, Vec<u32>> = Known::default();
    for (column, row) in pairs {
        columns.update(*column, |rows| rows.push(*row));
    }
    let mut alike: Known<&[u32], Vec<u32>> = Known::default();
    for (column, rows) in columns.entries() {
        alike.update(rows.as_slice(), |columns| columns.push(*column));
    }
    alike.entries().map(|(rows, columns)| Rectangle { columns: columns.clone(), rows: rows.to_vec() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_with_the_same_rows_are_one() {
        let pairs = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)];
        let expected = [(vec![0, 2], vec![0, 1]), (vec![1], vec![0])];
        let found: Vec<_> = rectangles(&pairs).into_iter().map(|it| (it.columns, it.rows)).collect();
        assert_eq!(found, expected);
        assert_eq!(rectangles(&pairs).iter().map(Rectangle::size).sum::<usize>(), pairs.len());
        assert!(rectangles(&[]).is_empty());
    }
}

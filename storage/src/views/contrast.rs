//! The comparison of two generations, item by item in key order.

use std::cmp::Ordering;

use futures::StreamExt;
use futures::stream::BoxStream;
use tokio::sync::mpsc;

use super::{Document, ExportDocument};
use crate::StoreError;
use crate::records::ExportRecord;

/// Number of items that are read ahead.
const READ_AHEAD: usize = 256;

/// A part of a comparison of two generations. The old item of a key comes directly before the new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contrast<T> {
    /// The number of items that are the same in both generations, and are left out. Their positions may differ.
    Same(u64),
    /// An item of the old generation.
    Old(T),
    /// An item of the new generation.
    New(T),
}

/// The items of a comparison.
pub type Contrasts<T> = BoxStream<'static, Result<Contrast<T>, StoreError>>;

type Items<T> = BoxStream<'static, Result<T, StoreError>>;

/// Merges the items of both generations by key, and leaves none out.
fn all_of_both<T: Send + 'static, K: Ord + 'static>(old: Items<T>, new: Items<T>, key: fn(&T) -> K) -> Contrasts<T> {
    let begun = (ahead(old).fuse(), ahead(new).fuse(), None, None);
    let merged = futures::stream::unfold(begun, move |(mut old, mut new, mut left, mut right)| async move {
        if left.is_none() {
            left = old.next().await;
        }
        if right.is_none() {
            right = new.next().await;
        }
        let order = match (&left, &right) {
            (None, None) => return None,
            (Some(Ok(left)), Some(Ok(right))) => key(left).cmp(&key(right)),
            // An error comes at once.
            (Some(_), None) | (Some(Err(_)), _) => Ordering::Less,
            _ => Ordering::Greater,
        };
        let next = match order {
            Ordering::Less | Ordering::Equal => left.take()?.map(Contrast::Old),
            Ordering::Greater => right.take()?.map(Contrast::New),
        };
        Some((next, (old, new, left, right)))
    });
    merged.boxed()
}

/// Compares all documents of two generations.
pub(crate) fn documents_of_both(old: Items<Document>, new: Items<Document>) -> Contrasts<Document> {
    all_of_both(old, new, |it| (it.key.organization_id.0, it.key.kind.stored_name(), it.key.key.clone()))
}

/// Compares all exported tournaments of two generations.
pub(crate) fn exports_of_both(old: Items<ExportDocument>, new: Items<ExportDocument>) -> Contrasts<ExportDocument> {
    all_of_both(old, new, |it| it.tournament_id.0)
}

/// Compares all records of two generations.
pub(crate) fn records_of_both(old: Items<ExportRecord>, new: Items<ExportRecord>) -> Contrasts<ExportRecord> {
    all_of_both(old, new, |it| it.tournament_id.0)
}

/// Reads items in a task of their own, so that several streams are read at the same time. The task ends when the returned
/// stream is dropped.
pub(crate) fn ahead<T: Send + 'static>(
    mut items: BoxStream<'static, Result<T, StoreError>>,
) -> BoxStream<'static, Result<T, StoreError>> {
    let (sender, receiver) = mpsc::channel(READ_AHEAD);
    tokio::spawn(async move {
        while let Some(item) = items.next().await {
            if sender.send(item).await.is_err() {
                return;
            }
        }
    });
    futures::stream::unfold(receiver, |mut receiver| async { receiver.recv().await.map(|item| (item, receiver)) })
        .boxed()
}

#[cfg(test)]
mod tests {
    use futures::TryStreamExt;

    use super::*;

    fn items(keys: &[i64]) -> BoxStream<'static, Result<i64, StoreError>> {
        futures::stream::iter(keys.to_vec()).map(Ok).boxed()
    }

    #[tokio::test]
    async fn old_and_new_items_of_a_key_follow_each_other() {
        use Contrast::{New, Old};
        let merged: Vec<Contrast<i64>> =
            all_of_both(items(&[1, 2, 4]), items(&[2, 3]), |key| *key).try_collect().await.unwrap();
        assert_eq!(merged, [Old(1), Old(2), New(2), New(3), Old(4)]);
    }
}

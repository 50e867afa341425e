//! Parts of a state that its copies share until one of them changes.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A value that copies share. Changing it through one copy copies the value first, unless no other copy uses it. So the state of
/// a large event is copied quickly, and an event copies only the part that it changes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Creates a value that copies can share.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<'a, T> IntoIterator for &'a Shared<Vec<T>> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_one_copy_is_not_seen_in_the_other() {
        let mut first = Shared::new(vec![1, 2]);
        let second = first.clone();
        assert!(std::ptr::eq(&*first, &*second), "a copy copies nothing");
        first.push(3);
        assert_eq!((&*first, &*second), (&vec![1, 2, 3], &vec![1, 2]));
    }
}

//! Fields of a change, and how they are applied to the values before.

/// A value or null, which clears a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrNull<T>(pub Option<T>);

/// A field of a change.
pub(crate) trait Change<T> {
    /// Returns the given value, none if it is null, or the value before if none is given.
    fn applied(&self, before: &T) -> T;
}

impl<T: Clone> Change<T> for Option<T> {
    fn applied(&self, before: &T) -> T {
        self.as_ref().unwrap_or(before).clone()
    }
}

impl<T: Clone> Change<Option<T>> for Option<OrNull<T>> {
    fn applied(&self, before: &Option<T>) -> Option<T> {
        self.as_ref().map_or_else(|| before.clone(), |OrNull(value)| value.clone())
    }
}

/// Makes a value from fields of a change, applied to those of the value before, and from further fields.
macro_rules! applied {
    ($target:ident: $change:expr => $before:expr, [$($field:ident),+ $(,)?] $(, $own:ident: $value:expr)* $(,)?) => {
        $target {
            $($field: $crate::changes::Change::applied(&$change.$field, &$before.$field),)+
            $($own: $value,)*
        }
    };
}
pub(crate) use applied;

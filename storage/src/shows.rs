//! `Debug` of types that hold secrets.

/// Shows these fields of a type alone: the others are secrets, or hold some.
macro_rules! shows {
    ($type:ident: $($field:ident),+) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($type))$(.field(stringify!($field), &self.$field))+.finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use shows;

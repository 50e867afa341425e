//! Traits of stores. Each has one implementation, for any database, so its methods are written once.

/// Declares a trait, and implements it for a store on any database. rustfmt leaves the methods in it as they are.
macro_rules! store_trait {
    (
        $(# $about:tt)*
        pub trait $name:ident $(: $first:ident $(+ $more:ident)*)?, for $store:ident<$database:ident: $tables:ident>;

        $($(# $doc:tt)* $($head:ident)+ ($($input:tt)*) $(-> $output:ty)? $body:block)+
    ) => {
        $(# $about)*
        #[async_trait::async_trait]
        pub trait $name: $($first + $($more +)*)? Send + Sync + 'static {
            $($(# $doc)* $($head)+ ($($input)*) $(-> $output)?;)+
        }

        #[async_trait::async_trait]
        impl<$database: $tables> $name for $store<$database> {
            $($($head)+ ($($input)*) $(-> $output)? $body)+
        }
    };
}
pub(crate) use store_trait;

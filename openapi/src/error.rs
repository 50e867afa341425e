//! Why the document cannot be made.

/// Why the document cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A derived schema is not JSON.
    #[error("a derived schema is not JSON: {0}")]
    NotJson(#[from] serde_json::Error),
    /// The document refers to a schema that no type provides.
    #[error("there is no schema `{0}`; add its type to the schemas of its crate")]
    NoSchema(String),
    /// A limit names a field that its schema does not have.
    #[error("schema `{schema}` has no field `{field}`; correct the list of limits")]
    NoField {
        /// The schema.
        schema: &'static str,
        /// The field.
        field: &'static str,
    },
}

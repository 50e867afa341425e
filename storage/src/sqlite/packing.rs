//! Packs the documents of a batch and computes their checksums, before the transaction that writes them begins. Many
//! documents are packed on all processors.

use rayon::prelude::*;

use crate::checksum;
use crate::document_rows::{columns_of, columns_of_export};
use crate::packed::{Packed, pack};
use crate::views::{Document, ExportDocument};

/// The number of documents from which other processors help. Fewer are packed faster than those would begin.
const MANY: usize = 256;

/// A document as it is stored.
pub(super) struct PackedDocument<'a> {
    pub(super) document: &'a Document,
    pub(super) body: Packed<'a>,
    pub(super) checksum: i64,
}

impl<'a> PackedDocument<'a> {
    fn new(document: &'a Document) -> Self {
        let body = pack(document.body.stored());
        let checksum = checksum::of_document(&columns_of(document, body.size, &body.bytes));
        Self { document, body, checksum }
    }
}

/// An export as it is stored.
pub(super) struct PackedExport<'a> {
    pub(super) export: &'a ExportDocument,
    /// The body, and the one with list texts. The arrays below have the same order.
    pub(super) bodies: [Packed<'a>; 2],
    pub(super) checksums: [i64; 2],
    pub(super) digests: [i64; 2],
}

impl<'a> PackedExport<'a> {
    fn new(export: &'a ExportDocument) -> Self {
        let bodies = [pack(&export.body), pack(&export.body_with_text)];
        let sum = |body: &Packed<'_>| checksum::of_export(&columns_of_export(export, body.size, &body.bytes));
        let checksums = [sum(&bodies[0]), sum(&bodies[1])];
        Self { export, bodies, checksums, digests: export.digests() }
    }

    /// Returns the bytes of both bodies as they are stored.
    pub(super) fn stored_bytes(&self) -> usize {
        self.bodies.iter().map(|body| body.bytes.len()).sum()
    }
}

/// Packs documents.
pub(super) fn documents(documents: &[Document]) -> Vec<PackedDocument<'_>> {
    each(documents, PackedDocument::new)
}

/// Packs exports.
pub(super) fn exports(exports: &[ExportDocument]) -> Vec<PackedExport<'_>> {
    each(exports, PackedExport::new)
}

fn each<'a, T: Sync, R: Send>(items: &'a [T], packed: fn(&'a T) -> R) -> Vec<R> {
    if items.len() < MANY { items.iter().map(packed).collect() } else { items.par_iter().map(packed).collect() }
}

//! An answer that is being received. It gets its name once it is whole.

use std::io::{self, ErrorKind, Write};

use anyhow::{Context, ensure};
use flate2::write::GzDecoder;
use serde::Deserialize;
use storage::files::NewFile;

const LARGEST_RECORD: usize = 256 << 20;

/// The fields of a record that the mirror reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct ReceivedLine {
    pub(super) id: i64,
    #[serde(default)]
    pub(super) deleted: bool,
}

/// Writes records to a file, and checks each.
#[derive(Debug)]
pub(super) struct Receiving {
    file: NewFile,
    /// The record that has begun.
    line: Vec<u8>,
    records: u64,
}

impl Receiving {
    pub(super) fn new(file: NewFile) -> Self {
        Self { file, line: Vec::new(), records: 0 }
    }

    /// Names the file, if the answer is whole.
    ///
    /// # Errors
    /// If it is not whole, or the disk fails.
    pub(super) fn keep(self, announced: u64) -> anyhow::Result<()> {
        ensure!(self.line.is_empty(), "the answer ends within a record");
        ensure!(self.records == announced, "the answer has {} records instead of {announced}", self.records);
        self.file.keep().context("the answer cannot be stored")
    }

    /// Stores the record that is complete now.
    fn store_record(&mut self) -> io::Result<()> {
        let ReceivedLine { id, .. } = serde_json::from_slice(&self.line)
            .map_err(|error| invalid(format!("record {} of the answer is not valid: {error}", self.records + 1)))?;
        if id <= 0 {
            return Err(invalid(format!("record {} of the answer has the id {id}", self.records + 1)));
        }
        self.records += 1;
        self.line.push(b'\n');
        self.file.write_all(&self.line)?;
        self.line.clear();
        Ok(())
    }
}

impl Write for Receiving {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = end.map_or(bytes, |end| &bytes[..end]);
        if self.line.len() + part.len() > LARGEST_RECORD {
            return Err(invalid(format!("record {} of the answer is too large", self.records + 1)));
        }
        self.line.extend_from_slice(part);
        match end {
            Some(end) => self.store_record().map(|()| end + 1),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn invalid(why: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}

/// A body that is compressed or not.
pub(super) enum Body {
    Plain(Receiving),
    Gzip(Box<GzDecoder<Receiving>>),
}

impl Body {
    pub(super) fn new(receiving: Receiving, is_gzip: bool) -> Self {
        if is_gzip { Self::Gzip(Box::new(GzDecoder::new(receiving))) } else { Self::Plain(receiving) }
    }

    /// Takes the next piece.
    pub(super) fn take(&mut self, piece: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(receiving) => receiving.write_all(piece),
            Self::Gzip(decoder) => decoder.write_all(piece),
        }
    }

    /// Returns what was received.
    pub(super) fn end(self) -> io::Result<Receiving> {
        match self {
            Self::Plain(receiving) => Ok(receiving),
            Self::Gzip(decoder) => decoder.finish(),
        }
    }
}

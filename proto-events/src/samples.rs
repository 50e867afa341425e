//! One sample of every event; see the golden files.

//! Views that are ahead of the log, made from another log, or damaged are rendered again.

mod damaged_files;
mod lists;
mod older_log;

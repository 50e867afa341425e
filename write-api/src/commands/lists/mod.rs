//! Commands on the lists handed in for a tournament, one file each: which list is whose, and until when it may be changed.

//! Pairs real tournaments again, if the folder with their files exists.

use crate::archive::{files, repair};

#[test]
fn real_tournaments_are_paired_no_worse_than_they_were() {
    for file in files() {
        let repaired = repair(&file, |_, _| {});
        let (real, ours) = (repaired.real, repaired.ours);
        assert!(ours.rematches <= real.rematches, "{repaired:?}");
        assert!(ours.rematches < real.rematches || ours.difference <= real.difference, "{repaired:?}");
        assert!(ours.far <= real.far, "{repaired:?}");
        assert!(repaired.pairs > 0 && repaired.own_byes.rematches == 0, "{repaired:?}");
    }
}

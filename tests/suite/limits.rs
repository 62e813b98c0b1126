//! The limits are defined in three crates that do not link each other, and have to be the same.

use fitment::Limits;
use fitment_files::yaml;

#[test]
fn what_a_file_may_hold_can_be_loaded() {
    assert_eq!(yaml::LARGEST, Limits::default().load_bytes);
}

#[cfg(feature = "doors")]
#[test]
fn the_host_knows_the_limits_of_the_engine() {
    let Limits { ask_bytes, load_bytes, depth } = Limits::default();
    let host = fitment_host::Limits::DEFAULT;
    assert_eq!((host.ask_bytes, host.load_bytes, host.depth), (ask_bytes, load_bytes, depth));
}

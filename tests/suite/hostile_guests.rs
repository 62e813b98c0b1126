//! A host survives whatever its guests say. `cargo xtask fuzz guests` sends it more of them.

use fitment_tests::guests::Attacked;
use fitment_tests::numbers::Numbers;

const GUESTS: usize = 1_500;

#[test]
fn whatever_a_guest_says_the_host_lives() {
    let mut attacked = Attacked::start().expect("the hosts start");
    let mut numbers = Numbers(0x9e57);
    for _ in 0..GUESTS {
        attacked.meet(&mut numbers).unwrap_or_else(|why| panic!("{why}"));
    }
    // Each way to misbehave was tried and is reported under its own name.
    let Attacked { answered, failed, .. } = attacked;
    for kind in ["not-an-engine", "wrong-abi", "out-of-time", "out-of-memory", "trapped", "no-start"] {
        assert!(failed.contains_key(kind), "no guest was {kind}: {failed:?}");
    }
    assert!(answered > GUESTS / 2, "{answered} calls answered");
}

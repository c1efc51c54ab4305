//! Many phones at once; how fast they are is for the benches to say.

use crate::driver::Driver;

#[test]
fn two_hundred_phones_run_side_by_side() {
    let threads: Vec<_> = (0..200)
        .map(|_| {
            std::thread::spawn(|| {
                let mut phone = Driver::launch("settings", "Settings");
                phone.tap("General");
                phone.tap("About");
                phone.title()
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), "About");
    }
}

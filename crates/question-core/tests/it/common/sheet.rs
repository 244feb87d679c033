//! Sheets of frames, stored in `snapshots/`. Every change to a sheet is a change that a person sees.

/// Frames, each below its name.
#[derive(Default)]
pub(crate) struct Sheet(pub(crate) String);

impl Sheet {
    pub(crate) fn add(&mut self, name: &str, frame: &str) {
        self.0.extend(["# ", name, "\n", frame, "\n"]);
    }
}

/// Compares a sheet with the stored one.
macro_rules! snapshot {
    ($name:literal, $sheet:expr) => {
        insta::with_settings!({
            snapshot_path => "../snapshots", // from the folder of the test
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!($name, $sheet.0);
        })
    };
}

pub(crate) use snapshot;

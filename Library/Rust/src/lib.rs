//! Attitude from an IMU, and letters and gestures written in the air.
//!
//! All is computed in integers, without allocation: the crate is `no_std`, and the same samples give the same bits on every processor.
//! It compiles the library's one file of C with the C compiler that `CC` names.
//!
//! ```
//! use quillon::{Fusion6, Force, Rate, State};
//!
//! let mut fusion = Fusion6::new(&Default::default())?;
//! for n in 0..600 {
//!     // A board that lies still, 100 samples a second.
//!     fusion.push(n * 10_000, Force::from_g(0.0, 0.0, 1.0), Rate::from_dps(0.0, 0.0, 0.0));
//! }
//! assert_eq!(fusion.status().state(), State::Ready);
//! let attitude = fusion.attitude().unwrap();
//! assert!(attitude.to_f32()[0] > 0.9999);
//! # Ok::<(), quillon::Error>(())
//! ```
//!
//! The body frame is right-handed. The reference frame is right-handed with z up. An attitude rotates body to reference. "Q8.23" is an
//! `i32` in steps of 2⁻²³, −256 to 256.
#![no_std]
#![warn(missing_docs)]

mod calibration;
mod fusion;
mod quantities;
mod receiver;
mod recognizer;
mod sys;
mod trainer;

pub use calibration::{Accuracy, Calibration, Calibrator, Correction};
pub use fusion::{Fusion6, Fusion9, Motion, Settings, State, Status};
pub use quantities::{Bias, Euler, Field, Force, Quaternion, Rate};
pub use receiver::{Format, Receiver};
pub use recognizer::{Candidate, Event, Model, Recognizer, Sample, Writing};
pub use trainer::Trainer;

use core::fmt;

/// Why a call was refused. Nothing was changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// An argument is out of its range.
    Argument,
    /// The bytes are no model, are damaged, or do not suit the function.
    Model,
    /// There is nothing to act on: no classification, for example.
    Absent,
    /// The buffer is too small.
    Size,
    /// An error that cannot come from safe code: its number in quillon.h.
    Other(i32),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument => f.write_str("a value is out of its range"),
            Self::Model => f.write_str("the bytes are no model, or one that does not suit"),
            Self::Absent => f.write_str("there is nothing to act on"),
            Self::Size => f.write_str("the memory is too small"),
            Self::Other(code) => write!(f, "error {code} of quillon.h"),
        }
    }
}

impl core::error::Error for Error {}

/// A result of the library: zero and above, or an error.
fn checked(result: i32) -> Result<i32, Error> {
    match result {
        0.. => Ok(result),
        -2 => Err(Error::Size),
        -5 => Err(Error::Argument),
        -6 => Err(Error::Model),
        -7 => Err(Error::Absent),
        code => Err(Error::Other(code)),
    }
}

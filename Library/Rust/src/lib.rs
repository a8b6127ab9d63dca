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

mod sys;

use core::{ffi::c_void, fmt, ptr};

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

// --- Quantities ------------------------------------------------------------------------------------------------------------------

/// To the nearest step, ties away from zero; clamped; NaN becomes 0. `scale` is a power of two.
fn fixed(value: f32, scale: f32) -> i32 {
    let steps = value * scale;
    let whole = steps as i32;
    if !(-8_388_608.0..8_388_608.0).contains(&steps) {
        return whole; // whole already, clamped by the conversion
    }
    let rest = steps - whole as f32;
    whole + i32::from(rest >= 0.5) - i32::from(rest <= -0.5)
}

fn fixed_vector(x: f32, y: f32, z: f32, scale: f32) -> [i32; 3] {
    [x, y, z].map(|c| fixed(c, scale))
}

macro_rules! vector {
    ($(#[$doc:meta])* $name:ident, $bits:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[repr(C)]
        pub struct $name {
            /// Along x.
            pub x: i32,
            /// Along y.
            pub y: i32,
            /// Along z.
            pub z: i32,
        }

        impl $name {
            const SCALE: f32 = (1u32 << $bits) as f32;

            /// In its unit.
            pub fn to_f32(self) -> [f32; 3] {
                [self.x, self.y, self.z].map(|c| c as f32 / Self::SCALE)
            }
        }
    };
}

vector! {
    /// Specific force or acceleration, m/s², Q8.23. A board at rest reads +9.81 on the axis that points up. All zeros count as missing.
    Force, 23
}
vector! {
    /// Angular rate, rad/s, Q6.25, right-handed.
    Rate, 25
}
vector! {
    /// Magnetic field, µT, Q12.19.
    Field, 19
}
vector! {
    /// The bias of a gyroscope, rad/s, Q1.30, each component within 2°/s.
    Bias, 30
}

impl Force {
    /// From m/s². A component out of range is clamped, and NaN becomes 0.
    pub fn from_ms2(x: f32, y: f32, z: f32) -> Self {
        let [x, y, z] = fixed_vector(x, y, z, Self::SCALE);
        Self { x, y, z }
    }

    /// From units of gravity, 9.80665 m/s². A component out of range is clamped, and NaN becomes 0.
    pub fn from_g(x: f32, y: f32, z: f32) -> Self {
        let [x, y, z] = fixed_vector(x * 9.80665, y * 9.80665, z * 9.80665, Self::SCALE);
        Self { x, y, z }
    }
}

impl Rate {
    /// From rad/s. A component out of range is clamped, and NaN becomes 0.
    pub fn from_rads(x: f32, y: f32, z: f32) -> Self {
        let [x, y, z] = fixed_vector(x, y, z, Self::SCALE);
        Self { x, y, z }
    }

    /// From degrees/s. A component out of range is clamped, and NaN becomes 0.
    pub fn from_dps(x: f32, y: f32, z: f32) -> Self {
        const RADIAN: f32 = 0.017_453_293;
        let [x, y, z] = fixed_vector(x * RADIAN, y * RADIAN, z * RADIAN, Self::SCALE);
        Self { x, y, z }
    }
}

impl Field {
    /// From µT. A component out of range is clamped, and NaN becomes 0.
    pub fn from_ut(x: f32, y: f32, z: f32) -> Self {
        let [x, y, z] = fixed_vector(x, y, z, Self::SCALE);
        Self { x, y, z }
    }
}

/// A rotation of norm 1, Q1.30.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Quaternion {
    /// The real part.
    pub w: i32,
    /// Along x.
    pub x: i32,
    /// Along y.
    pub y: i32,
    /// Along z.
    pub z: i32,
}

impl Quaternion {
    /// w, x, y, z, each −1 to 1.
    pub fn to_f32(self) -> [f32; 4] {
        [self.w, self.x, self.y, self.z].map(|c| c as f32 / (1 << 30) as f32)
    }

    /// Rotates a vector of the body frame to the reference frame. Components are clamped to the format.
    pub fn rotate(&self, force: Force) -> Force {
        let mut rotated = Force::default();
        unsafe { sys::quillon_rotate(self, &force, &mut rotated) };
        rotated
    }
}

// --- Attitude --------------------------------------------------------------------------------------------------------------------

/// How a fusion works. A value of 0 stands for its default, so `Default::default()` is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Settings {
    /// m/s², Q8.23: a component of force that reaches it is clipped and not used. Default: the format's end.
    pub force_full_scale: i32,
    /// rad/s, Q6.25: the same for the rate.
    pub rate_full_scale: i32,
    /// Time constant of the average of gravity, s, Q15.16, 0.5 to 60. Default: 3 s.
    pub gravity_time: i32,
    /// What counts as rest: rad/s, Q6.25, at most 0.062. Default: 2°/s.
    pub rest_rate: i32,
    /// What counts as rest: m/s², Q8.23, at most 1. Default: 0.5.
    pub rest_force: i32,
    /// How long the quiet lasts to be rest, µs. Default: 1,500,000.
    pub rest_period: i32,
    /// Where x of the reference frame points: 0 the default (six axes: where the board pointed at the start; nine: magnetic north), 1 the
    /// start, held by the field, 2 magnetic north, 3 true north.
    pub frame: i32,
    /// For true north: magnetic north is so far east of it, rad, Q2.29.
    pub declination: i32,
}

/// How far a fusion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is no attitude yet.
    Starting,
    /// There is an attitude that may still change at rest.
    Converging,
    /// All estimates have converged.
    Ready,
}

impl State {
    fn new(result: i32) -> Self {
        match result {
            2 => Self::Ready,
            1 => Self::Converging,
            _ => Self::Starting,
        }
    }
}

/// What a fusion knows of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Status {
    state: i32,
    waits_for: i32,
    is_at_rest: i32,
    is_field_disturbed: i32,
}

impl Status {
    /// How far it is.
    pub fn state(&self) -> State {
        State::new(self.state)
    }

    /// What it waits for: 0 a sample, 1 force, 2 gravity, 3 the gyroscope's bias, 4 the heading. `None` if it is ready.
    pub fn waits_for(&self) -> Option<i32> {
        (self.waits_for >= 0).then_some(self.waits_for)
    }

    /// True while the board rests.
    pub fn is_at_rest(&self) -> bool {
        self.is_at_rest == 1
    }

    /// True if the field does not look like the earth's, or the board has not turned in it yet. Six axes: always.
    pub fn is_field_disturbed(&self) -> bool {
        self.is_field_disturbed == 1
    }
}

/// All that is known at a sample. While there is no attitude, it is w = 1, and gravity, linear acceleration and rate are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Motion {
    /// Body to reference.
    pub attitude: Quaternion,
    /// Gravity, which points down, body frame.
    pub gravity: Force,
    /// The true acceleration, gravity removed, body frame.
    pub linear_acceleration: Force,
    /// The angular rate without bias, body frame.
    pub rate: Rate,
    /// The bias of the gyroscope.
    pub bias: Bias,
    state: i32,
    is_at_rest: i32,
    is_field_disturbed: i32,
}

impl Motion {
    /// How far the fusion is.
    pub fn state(&self) -> State {
        State::new(self.state)
    }

    /// True while the board rests.
    pub fn is_at_rest(&self) -> bool {
        self.is_at_rest == 1
    }

    /// As in [`Status`].
    pub fn is_field_disturbed(&self) -> bool {
        self.is_field_disturbed == 1
    }
}

macro_rules! fusion {
    ($name:ident, $size:expr, $init:ident, $attitude:ident, $gravity:ident, $linear:ident, $rate:ident, $bias:ident, $status:ident,
     $set_calibration:ident, $calibration:ident) => {
        impl $name {
            /// Begins.
            ///
            /// # Errors
            /// [`Error::Argument`] for a negative setting or a frame that these axes do not have.
            pub fn new(settings: &Settings) -> Result<Self, Error> {
                let mut fusion = Self { memory: sys::Memory::new() };
                checked(unsafe { sys::$init(&mut fusion.memory, $size as u32, settings) })?;
                Ok(fusion)
            }

            /// The attitude, body to reference. `None` while there is none.
            pub fn attitude(&self) -> Option<Quaternion> {
                self.read(sys::$attitude)
            }

            /// Gravity, which points down, body frame. `None` while there is no attitude.
            pub fn gravity(&self) -> Option<Force> {
                self.read(sys::$gravity)
            }

            /// The true acceleration, gravity removed, body frame. `None` while there is no attitude.
            pub fn linear_acceleration(&self) -> Option<Force> {
                self.read(sys::$linear)
            }

            /// The angular rate without bias, body frame. `None` while there is no attitude.
            pub fn angular_rate(&self) -> Option<Rate> {
                self.read(sys::$rate)
            }

            /// The bias of the gyroscope as far as it is known.
            pub fn bias(&self) -> Bias {
                self.read(sys::$bias).unwrap_or_default()
            }

            /// What the fusion knows of itself.
            pub fn status(&self) -> Status {
                self.read(sys::$status).unwrap_or_default()
            }

            /// Applies this calibration to every sample from now on.
            ///
            /// # Errors
            /// [`Error::Argument`] for axes that are none. The calibration is the one before then.
            pub fn set_calibration(&mut self, calibration: &Calibration) -> Result<(), Error> {
                checked(unsafe { sys::$set_calibration(&mut self.memory, calibration) }).map(|_| ())
            }

            /// The calibration that is applied.
            pub fn calibration(&self) -> Calibration {
                self.read(sys::$calibration).unwrap_or_default()
            }

            fn read<T: Default>(&self, f: unsafe extern "C" fn(*const sys::Memory<$size>, *mut T) -> i32) -> Option<T> {
                let mut value = T::default();
                (unsafe { f(&self.memory, &mut value) } >= 0).then_some(value)
            }
        }
    };
}

/// Attitude from six axes.
#[derive(Clone)]
pub struct Fusion6 {
    memory: sys::Fusion6,
}

fusion!(
    Fusion6,
    { sys::FUSION6_SIZE },
    quillon_fusion6_init,
    quillon_fusion6_attitude,
    quillon_fusion6_gravity,
    quillon_fusion6_linear_acceleration,
    quillon_fusion6_angular_rate,
    quillon_fusion6_bias,
    quillon_fusion6_status,
    quillon_fusion6_set_calibration,
    quillon_fusion6_calibration
);

impl Fusion6 {
    /// Takes the next sample; 25 to 800 a second.
    ///
    /// `time` is in µs, modulo 2³². A time that is not later than the last one is ignored.
    pub fn push(&mut self, time: u32, force: Force, rate: Rate) -> State {
        State::new(unsafe { sys::quillon_fusion6_push(&mut self.memory, time, &force, &rate) })
    }

    /// Takes many samples and writes the motion after each. As many are taken as the shortest slice has.
    pub fn run(&mut self, times: &[u32], forces: &[Force], rates: &[Rate], motions: &mut [Motion]) -> State {
        let count = times.len().min(forces.len()).min(rates.len()).min(motions.len()).min(u32::MAX as usize);
        State::new(unsafe {
            sys::quillon_fusion6_run(
                &mut self.memory, count as u32, times.as_ptr(), forces.as_ptr(), rates.as_ptr(), motions.as_mut_ptr(),
            )
        })
    }
}

/// Attitude from nine axes.
#[derive(Clone)]
pub struct Fusion9 {
    memory: sys::Fusion9,
}

fusion!(
    Fusion9,
    { sys::FUSION9_SIZE },
    quillon_fusion9_init,
    quillon_fusion9_attitude,
    quillon_fusion9_gravity,
    quillon_fusion9_linear_acceleration,
    quillon_fusion9_angular_rate,
    quillon_fusion9_bias,
    quillon_fusion9_status,
    quillon_fusion9_set_calibration,
    quillon_fusion9_calibration
);

impl Fusion9 {
    /// Takes the next sample; 25 to 800 a second. `field` may be absent.
    ///
    /// `time` is in µs, modulo 2³². A time that is not later than the last one is ignored.
    pub fn push(&mut self, time: u32, force: Force, rate: Rate, field: Option<Field>) -> State {
        let field = field.as_ref().map_or(ptr::null(), ptr::from_ref);
        State::new(unsafe { sys::quillon_fusion9_push(&mut self.memory, time, &force, &rate, field) })
    }

    /// Takes many samples and writes the motion after each. A field of zeros counts as missing. As many are taken as the shortest slice
    /// has.
    pub fn run(
        &mut self, times: &[u32], forces: &[Force], rates: &[Rate], fields: &[Field], motions: &mut [Motion],
    ) -> State {
        let count = times.len().min(forces.len()).min(rates.len()).min(fields.len()).min(motions.len()).min(u32::MAX as usize);
        State::new(unsafe {
            sys::quillon_fusion9_run(
                &mut self.memory, count as u32, times.as_ptr(), forces.as_ptr(), rates.as_ptr(), fields.as_ptr(),
                motions.as_mut_ptr(),
            )
        })
    }

    /// The compass heading of the board's y axis: 0 is north, 2³⁰ is east, 2³² is a turn. `None` without a heading, and in a frame without
    /// north.
    pub fn heading(&self) -> Option<u32> {
        self.read(sys::quillon_fusion9_heading)
    }
}

// --- Calibration -----------------------------------------------------------------------------------------------------------------

/// What makes a true value of a sensor's reading: gain · (axes(reading) − offset). Each component is clamped to its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Correction {
    /// Where x, y and z of the body come from: 0 the sensor's x, 1 −x, 2 y, 3 −y, 4 z, 5 −z; each of x, y and z once.
    pub axes: [i32; 3],
    /// The reading where the true value is 0, in the sensor's format.
    pub offset: [i32; 3],
    has_gain: i32,
    gain: [i32; 9],
}

impl Correction {
    /// Axes and offset as in the fields. `gain`: Q2.29, row by row, each within −2 to 2. A fusion refuses axes that are none.
    pub fn new(axes: [i32; 3], offset: [i32; 3], gain: Option<[i32; 9]>) -> Self {
        Self { axes, offset, has_gain: gain.is_some().into(), gain: gain.unwrap_or_default() }
    }

    /// The gain, Q2.29, row by row. `None` if there is none.
    pub fn gain(&self) -> Option<[i32; 9]> {
        (self.has_gain == 1).then_some(self.gain)
    }
}

impl Default for Correction {
    /// Changes nothing.
    fn default() -> Self {
        Self::new([0, 2, 4], [0; 3], None)
    }
}

/// The corrections of all sensors of a board. The default changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Calibration {
    /// Of the accelerometer; its offset is m/s², Q8.23.
    pub accelerometer: Correction,
    /// Of the gyroscope; its offset is rad/s, Q6.25.
    pub gyroscope: Correction,
    /// Of the magnetometer; its offset is µT, Q12.19.
    pub magnetometer: Correction,
}

/// How good a correction is that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuracy {
    /// Directions are wrong by at most about 6°.
    Low,
    /// 2°.
    Medium,
    /// 1°.
    High,
}

/// Finds the corrections of an accelerometer and a magnetometer. The fusion finds the bias of a gyroscope.
///
/// ```
/// use quillon::{Calibrator, Field};
///
/// let mut calibrator = Calibrator::new();
/// assert_eq!(calibrator.magnetometer(), None); // no sample yet
/// calibrator.push(None, None, Some(Field::from_ut(20.0, 0.0, -43.0)));
/// ```
#[derive(Clone)]
pub struct Calibrator {
    memory: sys::Calibrator,
}

impl Calibrator {
    /// One that has seen no sample.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let mut calibrator = Self { memory: sys::Memory::new() };
        unsafe { sys::quillon_calibrator_init(&mut calibrator.memory, sys::CALIBRATOR_SIZE as u32) };
        calibrator
    }

    /// Takes a sample while the board is held still on each of its sides or turned slowly (accelerometer), or turned in all directions
    /// (magnetometer). Each may be absent.
    pub fn push(&mut self, force: Option<Force>, rate: Option<Rate>, field: Option<Field>) {
        let force = force.as_ref().map_or(ptr::null(), ptr::from_ref);
        let rate = rate.as_ref().map_or(ptr::null(), ptr::from_ref);
        let field = field.as_ref().map_or(ptr::null(), ptr::from_ref);
        unsafe { sys::quillon_calibrator_push(&mut self.memory, force, rate, field) };
    }

    /// The correction of the accelerometer, and how good it is. `None` while the samples determine none. It takes 5 KB of stack.
    pub fn accelerometer(&mut self) -> Option<(Correction, Accuracy)> {
        self.found(sys::quillon_calibrator_accelerometer)
    }

    /// The correction of the magnetometer, and how good it is. `None` while the samples determine none. It takes 5 KB of stack.
    pub fn magnetometer(&mut self) -> Option<(Correction, Accuracy)> {
        self.found(sys::quillon_calibrator_magnetometer)
    }

    fn found(
        &mut self, f: unsafe extern "C" fn(*mut sys::Calibrator, *mut Correction) -> i32,
    ) -> Option<(Correction, Accuracy)> {
        let mut correction = Correction::default();
        let accuracy = match unsafe { f(&mut self.memory, &mut correction) } {
            1 => Accuracy::Low,
            2 => Accuracy::Medium,
            3 => Accuracy::High,
            _ => return None,
        };
        Some((correction, accuracy))
    }
}

// --- Letters and gestures --------------------------------------------------------------------------------------------------------

/// A trained model: what a recognizer reads.
#[derive(Clone, Copy)]
pub struct Model<'a>(&'a [u8]);

impl<'a> Model<'a> {
    /// The bytes of a model file that `quillon train` made.
    ///
    /// # Errors
    /// [`Error::Model`] if they are no model or damaged.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let size = u32::try_from(bytes.len()).map_err(|_| Error::Model)?;
        checked(unsafe { sys::quillon_model_labels(bytes.as_ptr().cast(), size) })?;
        Ok(Self(bytes))
    }

    /// How many labels it has, 1 to 40.
    pub fn label_count(&self) -> usize {
        let count = unsafe { sys::quillon_model_labels(self.0.as_ptr().cast(), self.0.len() as u32) };
        usize::try_from(count).unwrap_or(0)
    }
}

impl Model<'static> {
    fn built_in(f: unsafe extern "C" fn(*mut u32) -> *const c_void) -> Self {
        let mut size = 0;
        // The library's models are constants.
        Self(unsafe { core::slice::from_raw_parts(f(&mut size).cast(), size as usize) })
    }

    /// Capital letters in the air.
    pub fn air() -> Self {
        Self::built_in(sys::quillon_model_air)
    }

    /// Capital letters in the air: the model of Quillon's firmware, smaller and quicker.
    pub fn air_board() -> Self {
        Self::built_in(sys::quillon_model_air_board)
    }

    /// Capital letters of a pen on a surface.
    pub fn ink() -> Self {
        Self::built_in(sys::quillon_model_ink)
    }

    /// Gestures in the air.
    pub fn gestures() -> Self {
        Self::built_in(sys::quillon_model_gestures)
    }

    /// Gestures with an accelerometer alone.
    pub fn accelerometer() -> Self {
        Self::built_in(sys::quillon_model_accelerometer)
    }
}

/// One sample of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Sample {
    time: u32,
    has: u32,
    force: Force,
    rate: Rate,
    attitude: Quaternion,
}

impl Sample {
    /// A sample of an accelerometer. `time` is in µs, modulo 2³²; about 100 samples a second.
    pub fn new(time: u32, force: Force) -> Self {
        Self { time, force, ..Self::default() }
    }

    /// Adds the angular rate, from which the recognizer computes the attitude.
    pub fn with_rate(mut self, rate: Rate) -> Self {
        (self.rate, self.has) = (rate, self.has | 1);
        self
    }

    /// Adds an attitude that the board computed, body to reference.
    pub fn with_attitude(mut self, attitude: Quaternion) -> Self {
        (self.attitude, self.has) = (attitude, self.has | 2);
        self
    }

    /// Says that the force is the true acceleration, gravity removed. The sample needs an attitude then.
    pub fn without_gravity(mut self) -> Self {
        self.has |= 4;
        self
    }

    /// Says whether the writer draws: a button, a key, a touch.
    pub fn with_pen(mut self, is_down: bool) -> Self {
        self.has = self.has & !8 | if is_down { 8 } else { 0 };
        self
    }
}

/// How a hand writes. The default is a button, one stroke a letter, no gates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Writing {
    /// Where the pen comes from: 0 the samples, 1 the motion of the hand.
    pub pen: i32,
    /// How long the pen may be up within a letter, ms, 0 to 65,535; 0: every stroke is a letter.
    pub pen_up_time: i32,
    /// What rejects motion that is no letter, as bits: `QUILLON_GATES_…` of quillon.h.
    pub gates: i32,
    /// The plane of the letters: `QUILLON_PLANE_…` of quillon.h.
    pub plane: i32,
}

impl Writing {
    /// Without a button: the motion of the hand says when the pen is down.
    pub const WITHOUT_BUTTON: Self = Self { pen: 1, pen_up_time: 800, gates: 31, plane: 0 };
}

/// What became of a stroke, and when it ended, µs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It was read.
    Classification {
        /// The number of the label, 0 first.
        label: i32,
        /// Q19.12.
        score: i32,
        /// The score minus its strongest rival, Q19.12; negative if "no letter" scores highest.
        margin: i32,
        /// True if the margin is below the model's threshold; the label is then a guess.
        is_doubtful: bool,
        /// µs.
        time: u32,
    },
    /// A gate found that it is no letter.
    Rejection {
        /// `QUILLON_GATE_…` of quillon.h.
        gate: i32,
        /// What the gate measured, Q19.12.
        value: i32,
        /// µs.
        time: u32,
    },
    /// It could not be read.
    Abandonment {
        /// 0 samples were missing, 1 too short, 2 the attitude had not converged.
        reason: i32,
        /// µs.
        time: u32,
    },
}

#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct RawEvent {
    kind: i32,
    label: i32,
    score: i32,
    margin: i32,
    is_doubtful: i32,
    reason: i32,
    value: i32,
    time: u32,
}

impl RawEvent {
    fn event(&self) -> Event {
        match self.kind {
            0 => Event::Classification {
                label: self.label,
                score: self.score,
                margin: self.margin,
                is_doubtful: self.is_doubtful == 1,
                time: self.time,
            },
            1 => Event::Rejection { gate: self.reason, value: self.value, time: self.time },
            _ => Event::Abandonment { reason: self.reason, time: self.time },
        }
    }
}

/// A label and its score, Q19.12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Candidate {
    /// The number of the label, 0 first.
    pub label: i32,
    /// Q19.12.
    pub score: i32,
}

/// Reads letters or gestures.
#[derive(Clone)]
pub struct Recognizer<'a> {
    memory: sys::Recognizer,
    model: core::marker::PhantomData<&'a [u8]>,
}

impl<'a> Recognizer<'a> {
    /// A recognizer of this model.
    pub fn new(model: Model<'a>) -> Result<Self, Error> {
        let mut recognizer = Self { memory: sys::Memory::new(), model: core::marker::PhantomData };
        let (bytes, size) = (model.0.as_ptr().cast(), model.0.len() as u32);
        checked(unsafe {
            sys::quillon_recognizer_init(&mut recognizer.memory, sys::RECOGNIZER_SIZE as u32, bytes, size)
        })?;
        Ok(recognizer)
    }

    /// Writes like this from now on. A stroke that is being written is discarded.
    ///
    /// # Errors
    /// [`Error::Argument`] for a value out of its range.
    pub fn set_writing(&mut self, writing: &Writing) -> Result<(), Error> {
        checked(unsafe { sys::quillon_recognizer_set_writing(&mut self.memory, writing) }).map(|_| ())
    }

    /// Takes the next sample. An event comes some samples after the pen was lifted, because no call does more than its share.
    ///
    /// # Errors
    /// [`Error::Argument`] for a force without gravity and without an attitude.
    pub fn push(&mut self, sample: &Sample) -> Result<Option<Event>, Error> {
        self.answer(|memory, event| unsafe { sys::quillon_recognizer_push(memory, sample, event) })
    }

    /// Takes the next point of a touch surface: x to the right, y down, any unit, −2³⁰ to 2³⁰. A stroke whose width and height are below
    /// `minimum_size` is rejected. The model is [`Model::ink`].
    ///
    /// # Errors
    /// [`Error::Argument`] for a place or size out of its range.
    pub fn push_touch(
        &mut self, time: u32, x: i32, y: i32, is_down: bool, minimum_size: i32,
    ) -> Result<Option<Event>, Error> {
        self.answer(|memory, event| unsafe {
            sys::quillon_recognizer_push_touch(memory, time, x, y, is_down.into(), minimum_size, event)
        })
    }

    /// No more samples come: reads what waits. Call it until it returns `None`.
    pub fn finish(&mut self) -> Option<Event> {
        self.answer(|memory, event| unsafe { sys::quillon_recognizer_finish(memory, event) }).unwrap_or(None)
    }

    /// The best labels of the last classification, best first, as many as fit. Call it right after the event.
    ///
    /// # Errors
    /// [`Error::Absent`] if there is no classification, or the next stroke is being read; [`Error::Argument`] for no or more than 40
    /// candidates.
    pub fn best<'b>(&mut self, candidates: &'b mut [Candidate]) -> Result<&'b [Candidate], Error> {
        let count = i32::try_from(candidates.len()).map_err(|_| Error::Argument)?;
        let found = checked(unsafe {
            sys::quillon_recognizer_best(&mut self.memory, candidates.as_mut_ptr(), count)
        })?;
        Ok(&candidates[..found as usize])
    }

    /// The text of a label, in `buffer`, which 32 bytes are enough for.
    ///
    /// # Errors
    /// [`Error::Argument`] if there is no such label; [`Error::Size`] if it does not fit.
    pub fn label<'b>(&self, number: i32, buffer: &'b mut [u8]) -> Result<&'b str, Error> {
        let capacity = u32::try_from(buffer.len()).unwrap_or(u32::MAX);
        let length = checked(unsafe {
            sys::quillon_recognizer_label(&self.memory, number, buffer.as_mut_ptr(), capacity)
        })?;
        core::str::from_utf8(&buffer[..length as usize]).map_err(|_| Error::Model)
    }

    fn answer(&mut self, f: impl FnOnce(&mut sys::Recognizer, &mut RawEvent) -> i32) -> Result<Option<Event>, Error> {
        let mut event = RawEvent::default();
        let result = checked(f(&mut self.memory, &mut event))?;
        Ok((result == 1).then(|| event.event()))
    }
}

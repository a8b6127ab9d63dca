//! Attitude from six or nine axes.
use crate::{checked, sys, Bias, Calibration, Error, Field, Force, Quaternion, Rate};
use core::ptr;

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
    /// The true acceleration, gravity removed, body frame; 0 where the force is missing.
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

            /// The true acceleration, gravity removed, body frame. `None` while there is no attitude, and where the force is missing.
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
    /// Processes the next sample; 25 to 800 a second.
    ///
    /// `time` is in µs, modulo 2³². A time that is not later than the last one is ignored.
    pub fn push(&mut self, time: u32, force: Force, rate: Rate) -> State {
        State::new(unsafe { sys::quillon_fusion6_push(&mut self.memory, time, &force, &rate) })
    }

    /// Processes as many samples as the shortest slice has, and writes the motion after each.
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
    /// Processes the next sample; 25 to 800 a second. `field` may be absent.
    ///
    /// `time` is in µs, modulo 2³². A time that is not later than the last one is ignored.
    pub fn push(&mut self, time: u32, force: Force, rate: Rate, field: Option<Field>) -> State {
        let field = field.as_ref().map_or(ptr::null(), ptr::from_ref);
        State::new(unsafe { sys::quillon_fusion9_push(&mut self.memory, time, &force, &rate, field) })
    }

    /// Processes as many samples as the shortest slice has, and writes the motion after each. A field of zeros counts as missing.
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


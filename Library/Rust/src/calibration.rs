//! Calibration: what corrects the sensors of a board, and what finds it.
use crate::{sys, Field, Force, Rate};
use core::ptr;

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

    /// Adds a sample while the board is held still on each of its sides or turned slowly (accelerometer), or turned in all directions
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


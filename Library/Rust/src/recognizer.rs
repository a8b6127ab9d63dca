//! Letters and gestures.
use crate::{checked, sys, Error, Force, Quaternion, Rate};
use core::ffi::c_void;

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

    /// How many labels it has, 1 to 72.
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

    // Generated from quillon.h by `make lists`: do not edit.
    /// Capital letters in the air. On Linux and in quillon.c with a network that reads the path itself, elsewhere a small model
    /// that reads features alone.
    pub fn air() -> Self {
        Self::built_in(sys::quillon_model_air)
    }

    /// Capital letters in the air: on Linux and in quillon.c the model of Quillon's firmware, smaller and quicker, elsewhere the
    /// same as air.
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
    // End of the generated part.
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

    /// Marks the force as the true acceleration, gravity removed. The sample needs an attitude then.
    pub fn without_gravity(mut self) -> Self {
        self.has |= 4;
        self
    }

    /// Sets whether the writer draws: a button, a key, a touch.
    pub fn with_pen(mut self, is_down: bool) -> Self {
        self.has = self.has & !8 | if is_down { 8 } else { 0 };
        self
    }

    /// When it was measured, µs, modulo 2³².
    pub fn time(&self) -> u32 {
        self.time
    }

    /// The force; the true acceleration if [`Sample::is_without_gravity`].
    pub fn force(&self) -> Force {
        self.force
    }

    /// The angular rate. `None` if the board does not send it.
    pub fn rate(&self) -> Option<Rate> {
        (self.has & 1 != 0).then_some(self.rate)
    }

    /// The attitude that the board computed. `None` if it does not send it.
    pub fn attitude(&self) -> Option<Quaternion> {
        (self.has & 2 != 0).then_some(self.attitude)
    }

    /// True if the force is the true acceleration, gravity removed.
    pub fn is_without_gravity(&self) -> bool {
        self.has & 4 != 0
    }

    /// True while the writer draws.
    pub fn is_pen_down(&self) -> bool {
        self.has & 8 != 0
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
    /// Without a button: the motion of the hand shows when the pen is down.
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
    /// A classification that is to be filled in.
    pub(crate) fn at(time: u32) -> Self {
        Self { time, ..Self::default() }
    }

    pub(crate) fn event(&self) -> Event {
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
    pub(crate) memory: sys::Recognizer,
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

    /// Processes the next sample. An event comes some samples after the pen was lifted, because no call does more than its share.
    ///
    /// # Errors
    /// [`Error::Argument`] for a force without gravity and without an attitude.
    pub fn push(&mut self, sample: &Sample) -> Result<Option<Event>, Error> {
        self.answer(|memory, event| unsafe { sys::quillon_recognizer_push(memory, sample, event) })
    }

    /// Processes the next point of a touch surface: x to the right, y down, any unit, −2³⁰ to 2³⁰. A stroke whose width and height are
    /// below `minimum_size` is rejected. The model is [`Model::ink`].
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

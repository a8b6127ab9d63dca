//! Learning: what one person's hand means.
use crate::recognizer::RawEvent;
use crate::{checked, sys, Error, Event, Recognizer};
use core::marker::PhantomData;

/// Corrects the weights of a model's last layer by what one person's strokes meant.
///
/// Classify each stroke by [`Recognizer::push`], then by [`Trainer::classify`]. When it is known what a stroke meant, call
/// [`Trainer::learn`].
#[derive(Clone)]
pub struct Trainer<'a> {
    memory: sys::Trainer,
    model: PhantomData<&'a [u8]>,
}

impl<'a> Trainer<'a> {
    /// One that has learned nothing, for the model of `recognizer`.
    ///
    /// # Errors
    /// [`Error::Model`] if the model has no hidden layer, or more than 2,048 weights in its last layer as [`crate::Model::air`] has.
    pub fn new(recognizer: &Recognizer<'a>) -> Result<Self, Error> {
        let mut trainer = Self { memory: sys::Memory::new(), model: PhantomData };
        checked(unsafe { sys::quillon_trainer_init(&mut trainer.memory, sys::TRAINER_SIZE as u32, &recognizer.memory) })?;
        Ok(trainer)
    }

    /// Learns that the stroke of the last classification means `label`, with the usual margin, 2.7. True if the weights changed, false if
    /// the stroke had that margin.
    ///
    /// # Errors
    /// [`Error::Argument`] for an unknown label, or one whose margin cannot be reached; [`Error::Absent`] as for [`Recognizer::best`];
    /// [`Error::Model`] for a recognizer of another model.
    pub fn learn(&mut self, recognizer: &mut Recognizer<'a>, label: i32) -> Result<bool, Error> {
        checked(unsafe { sys::quillon_trainer_learn(&mut self.memory, &mut recognizer.memory, label, 0) }).map(|result| result == 1)
    }

    /// The classification by what was learned. Call it right after the event; another event than a classification is returned as it is.
    ///
    /// # Errors
    /// [`Error::Absent`] as for [`Recognizer::best`]; [`Error::Model`] for a recognizer of another model.
    pub fn classify(&mut self, recognizer: &mut Recognizer<'a>, event: Event) -> Result<Event, Error> {
        let Event::Classification { time, .. } = event else { return Ok(event) };
        let mut raw = RawEvent::at(time);
        checked(unsafe { sys::quillon_trainer_classify(&mut self.memory, &mut recognizer.memory, &mut raw) })?;
        Ok(raw.event())
    }

    /// Undoes the last `learn`. False if there is nothing to undo.
    pub fn undo(&mut self) -> bool {
        unsafe { sys::quillon_trainer_undo(&mut self.memory) >= 0 }
    }

    /// How many weights it has.
    pub fn weight_count(&self) -> usize {
        usize::try_from(unsafe { sys::quillon_trainer_weights(&self.memory, core::ptr::null_mut(), 0) }).unwrap_or(0)
    }

    /// Writes what was learned, to keep it.
    ///
    /// # Errors
    /// [`Error::Size`] if `weights` has fewer numbers than [`Trainer::weight_count`].
    pub fn weights<'b>(&self, weights: &'b mut [i16]) -> Result<&'b [i16], Error> {
        let capacity = u32::try_from(weights.len()).unwrap_or(u32::MAX);
        let count = checked(unsafe { sys::quillon_trainer_weights(&self.memory, weights.as_mut_ptr(), capacity.max(1)) })?;
        Ok(&weights[..count as usize])
    }

    /// Uses weights that were kept.
    ///
    /// # Errors
    /// [`Error::Size`] if their number is not [`Trainer::weight_count`].
    pub fn set_weights(&mut self, weights: &[i16]) -> Result<(), Error> {
        let count = u32::try_from(weights.len()).unwrap_or(u32::MAX);
        checked(unsafe { sys::quillon_trainer_set_weights(&mut self.memory, weights.as_ptr(), count) }).map(|_| ())
    }
}

//! The functions of quillon.h that the safe part calls. The header explains each.
use crate::recognizer::RawEvent;
use crate::{Bias, Calibration, Candidate, Correction, Euler, Field, Force, Motion, Quaternion, Rate, Sample, Settings, Status, Writing};
use core::ffi::c_void;

pub const FUSION6_SIZE: usize = 832;
pub const FUSION9_SIZE: usize = 960;
pub const RECOGNIZER_SIZE: usize = 14272;
pub const CALIBRATOR_SIZE: usize = 832;
pub const TRAINER_SIZE: usize = 4752;
pub const RECEIVER_SIZE: usize = 2112;

/// Memory of a state, which the library fills.
#[derive(Clone)]
#[repr(C, align(8))]
pub struct Memory<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> Memory<SIZE> {
    pub const fn new() -> Self {
        Self([0; SIZE])
    }
}

pub type Fusion6 = Memory<FUSION6_SIZE>;
pub type Fusion9 = Memory<FUSION9_SIZE>;
pub type Recognizer = Memory<RECOGNIZER_SIZE>;
pub type Calibrator = Memory<CALIBRATOR_SIZE>;
pub type Trainer = Memory<TRAINER_SIZE>;
pub type Receiver = Memory<RECEIVER_SIZE>;

extern "C" {
    pub fn quillon_fusion6_init(fusion: *mut Fusion6, size: u32, settings: *const Settings) -> i32;
    pub fn quillon_fusion6_push(fusion: *mut Fusion6, time: u32, force: *const Force, rate: *const Rate) -> i32;
    pub fn quillon_fusion6_run(
        fusion: *mut Fusion6, count: u32, times: *const u32, forces: *const Force, rates: *const Rate, motions: *mut Motion,
    ) -> i32;
    pub fn quillon_fusion6_attitude(fusion: *const Fusion6, attitude: *mut Quaternion) -> i32;
    pub fn quillon_fusion6_gravity(fusion: *const Fusion6, gravity: *mut Force) -> i32;
    pub fn quillon_fusion6_linear_acceleration(fusion: *const Fusion6, acceleration: *mut Force) -> i32;
    pub fn quillon_fusion6_angular_rate(fusion: *const Fusion6, rate: *mut Rate) -> i32;
    pub fn quillon_fusion6_bias(fusion: *const Fusion6, bias: *mut Bias) -> i32;
    pub fn quillon_fusion6_status(fusion: *const Fusion6, status: *mut Status) -> i32;
    pub fn quillon_fusion6_set_calibration(fusion: *mut Fusion6, calibration: *const Calibration) -> i32;
    pub fn quillon_fusion6_calibration(fusion: *const Fusion6, calibration: *mut Calibration) -> i32;

    pub fn quillon_fusion9_init(fusion: *mut Fusion9, size: u32, settings: *const Settings) -> i32;
    pub fn quillon_fusion9_push(
        fusion: *mut Fusion9, time: u32, force: *const Force, rate: *const Rate, field: *const Field,
    ) -> i32;
    pub fn quillon_fusion9_run(
        fusion: *mut Fusion9, count: u32, times: *const u32, forces: *const Force, rates: *const Rate, fields: *const Field,
        motions: *mut Motion,
    ) -> i32;
    pub fn quillon_fusion9_attitude(fusion: *const Fusion9, attitude: *mut Quaternion) -> i32;
    pub fn quillon_fusion9_gravity(fusion: *const Fusion9, gravity: *mut Force) -> i32;
    pub fn quillon_fusion9_linear_acceleration(fusion: *const Fusion9, acceleration: *mut Force) -> i32;
    pub fn quillon_fusion9_angular_rate(fusion: *const Fusion9, rate: *mut Rate) -> i32;
    pub fn quillon_fusion9_bias(fusion: *const Fusion9, bias: *mut Bias) -> i32;
    pub fn quillon_fusion9_status(fusion: *const Fusion9, status: *mut Status) -> i32;
    pub fn quillon_fusion9_heading(fusion: *const Fusion9, heading: *mut u32) -> i32;
    pub fn quillon_fusion9_set_calibration(fusion: *mut Fusion9, calibration: *const Calibration) -> i32;
    pub fn quillon_fusion9_calibration(fusion: *const Fusion9, calibration: *mut Calibration) -> i32;

    pub fn quillon_calibrator_init(calibrator: *mut Calibrator, size: u32) -> i32;
    pub fn quillon_calibrator_push(
        calibrator: *mut Calibrator, force: *const Force, rate: *const Rate, field: *const Field,
    ) -> i32;
    pub fn quillon_calibrator_accelerometer(calibrator: *mut Calibrator, correction: *mut Correction) -> i32;
    pub fn quillon_calibrator_magnetometer(calibrator: *mut Calibrator, correction: *mut Correction) -> i32;

    // Generated from quillon.h by `make lists`: do not edit.
    pub fn quillon_model_air(size: *mut u32) -> *const c_void;
    pub fn quillon_model_air_board(size: *mut u32) -> *const c_void;
    pub fn quillon_model_ink(size: *mut u32) -> *const c_void;
    pub fn quillon_model_gestures(size: *mut u32) -> *const c_void;
    pub fn quillon_model_accelerometer(size: *mut u32) -> *const c_void;
    // End of the generated part.
    pub fn quillon_model_labels(model: *const c_void, size: u32) -> i32;

    pub fn quillon_recognizer_init(recognizer: *mut Recognizer, size: u32, model: *const c_void, model_size: u32) -> i32;
    pub fn quillon_recognizer_label(recognizer: *const Recognizer, label: i32, text: *mut u8, capacity: u32) -> i32;
    pub fn quillon_recognizer_set_writing(recognizer: *mut Recognizer, writing: *const Writing) -> i32;
    pub fn quillon_recognizer_push(recognizer: *mut Recognizer, sample: *const Sample, event: *mut RawEvent) -> i32;
    pub fn quillon_recognizer_push_touch(
        recognizer: *mut Recognizer, time: u32, x: i32, y: i32, pen: i32, minimum_size: i32, event: *mut RawEvent,
    ) -> i32;
    pub fn quillon_recognizer_finish(recognizer: *mut Recognizer, event: *mut RawEvent) -> i32;
    pub fn quillon_recognizer_best(recognizer: *mut Recognizer, best: *mut Candidate, count: i32) -> i32;

    pub fn quillon_trainer_init(trainer: *mut Trainer, size: u32, recognizer: *const Recognizer) -> i32;
    pub fn quillon_trainer_learn(trainer: *mut Trainer, recognizer: *mut Recognizer, label: i32, margin: i32) -> i32;
    pub fn quillon_trainer_classify(trainer: *mut Trainer, recognizer: *mut Recognizer, event: *mut RawEvent) -> i32;
    pub fn quillon_trainer_undo(trainer: *mut Trainer) -> i32;
    pub fn quillon_trainer_weights(trainer: *const Trainer, weights: *mut i16, capacity: u32) -> i32;
    pub fn quillon_trainer_set_weights(trainer: *mut Trainer, weights: *const i16, count: u32) -> i32;

    // Generated from SerialFormat.swift by `make lists`: do not edit.
    pub fn quillon_receiver_init_csv(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_tagged(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_witmotion_11(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_witmotion_ble(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_bno08x_rvc(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_x_imu3(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_mavlink(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_razor_text(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_razor_binary_sensors(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_vectornav_ascii(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_vectornav_binary(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_xsens_xbus(receiver: *mut Receiver, size: u32) -> i32;
    pub fn quillon_receiver_init_mip(receiver: *mut Receiver, size: u32) -> i32;
    // End of the generated part.
    pub fn quillon_receiver_push(receiver: *mut Receiver, byte: u8, sample: *mut Sample) -> i32;

    pub fn quillon_euler_zyx(attitude: *const Quaternion, euler: *mut Euler) -> i32;
    pub fn quillon_euler_zxy(attitude: *const Quaternion, euler: *mut Euler) -> i32;
    pub fn quillon_rotate(attitude: *const Quaternion, force: *const Force, rotated: *mut Force) -> i32;
}

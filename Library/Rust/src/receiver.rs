//! Sensors on a serial line.
use crate::{sys, Sample};

/// What a sensor sends. The names are those of `quillon protocols`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Lines of numbers, with or without a header.
    Csv,
    /// i2cdevlib's lines that begin with a word.
    Tagged,
    /// WitMotion's packets that begin with 55.
    WitMotion11,
    /// WitMotion's packets over Bluetooth LE and its USB socket.
    WitMotionBle,
    /// The BNO08x in UART-RVC mode.
    Bno08xRvc,
    /// x-io's x-IMU3.
    XImu3,
    /// MAVLink 1 and 2.
    Mavlink,
    /// The text of Razor AHRS.
    RazorText,
    /// The binary sensors of Razor AHRS.
    RazorBinarySensors,
    /// VectorNav's text.
    VectorNavAscii,
    /// VectorNav's binary output.
    VectorNavBinary,
    /// Xsens' Xbus.
    XsensXbus,
    /// MicroStrain's MIP.
    Mip,
}

/// Makes samples of the bytes of a serial line, 100 a second.
#[derive(Clone)]
pub struct Receiver {
    memory: sys::Receiver,
}

impl Receiver {
    /// One that has received nothing.
    #[inline]
    pub fn new(format: Format) -> Self {
        let mut receiver = Self { memory: sys::Memory::new() };
        let init = match format {
            Format::Csv => sys::quillon_receiver_init_csv,
            Format::Tagged => sys::quillon_receiver_init_tagged,
            Format::WitMotion11 => sys::quillon_receiver_init_witmotion_11,
            Format::WitMotionBle => sys::quillon_receiver_init_witmotion_ble,
            Format::Bno08xRvc => sys::quillon_receiver_init_bno08x_rvc,
            Format::XImu3 => sys::quillon_receiver_init_x_imu3,
            Format::Mavlink => sys::quillon_receiver_init_mavlink,
            Format::RazorText => sys::quillon_receiver_init_razor_text,
            Format::RazorBinarySensors => sys::quillon_receiver_init_razor_binary_sensors,
            Format::VectorNavAscii => sys::quillon_receiver_init_vectornav_ascii,
            Format::VectorNavBinary => sys::quillon_receiver_init_vectornav_binary,
            Format::XsensXbus => sys::quillon_receiver_init_xsens_xbus,
            Format::Mip => sys::quillon_receiver_init_mip,
        };
        unsafe { init(&mut receiver.memory, sys::RECEIVER_SIZE as u32) };
        receiver
    }

    /// Decodes a byte. Bytes that belong to no message are skipped. The first 50 samples show what the board sends and are not returned.
    /// Other rates than 80 to 125 samples a second become 100.
    #[inline]
    pub fn push(&mut self, byte: u8) -> Option<Sample> {
        let mut sample = Sample::default();
        (unsafe { sys::quillon_receiver_push(&mut self.memory, byte, &mut sample) } == 1).then_some(sample)
    }
}

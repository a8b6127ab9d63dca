//! Sensors on a serial line.
use crate::{sys, Sample};

/// What a sensor sends. The names are those of `quillon protocols`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    // Generated from SerialFormat.swift by `make lists`: do not edit.
    /// Lines of numbers, a column for each value.
    Csv,
    /// i2cdevlib's lines with a word before the numbers.
    Tagged,
    /// WitMotion's messages of 11 bytes.
    Witmotion11,
    /// WitMotion's messages of 20 bytes, of boards with Bluetooth.
    WitmotionBle,
    /// CEVA's BNO08x in its mode RVC.
    Bno08xRvc,
    /// x-io's x-IMU3.
    XImu3,
    /// MAVLink 1 and 2.
    Mavlink,
    /// Lines of Razor AHRS.
    RazorText,
    /// Sensor values of Razor AHRS, binary.
    RazorBinarySensors,
    /// VectorNav's lines.
    VectornavAscii,
    /// VectorNav's binary messages.
    VectornavBinary,
    /// Xsens's MTData2.
    XsensXbus,
    /// MicroStrain's MIP.
    Mip,
    // End of the generated part.
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
            // Generated from SerialFormat.swift by `make lists`: do not edit.
            Format::Csv => sys::quillon_receiver_init_csv,
            Format::Tagged => sys::quillon_receiver_init_tagged,
            Format::Witmotion11 => sys::quillon_receiver_init_witmotion_11,
            Format::WitmotionBle => sys::quillon_receiver_init_witmotion_ble,
            Format::Bno08xRvc => sys::quillon_receiver_init_bno08x_rvc,
            Format::XImu3 => sys::quillon_receiver_init_x_imu3,
            Format::Mavlink => sys::quillon_receiver_init_mavlink,
            Format::RazorText => sys::quillon_receiver_init_razor_text,
            Format::RazorBinarySensors => sys::quillon_receiver_init_razor_binary_sensors,
            Format::VectornavAscii => sys::quillon_receiver_init_vectornav_ascii,
            Format::VectornavBinary => sys::quillon_receiver_init_vectornav_binary,
            Format::XsensXbus => sys::quillon_receiver_init_xsens_xbus,
            Format::Mip => sys::quillon_receiver_init_mip,
            // End of the generated part.
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

//! Calibration: what is found, applied and refused.
use quillon::{Accuracy, Calibration, Calibrator, Correction, Error, Field, Force, Fusion6, Fusion9, Rate};

#[test]
fn the_offset_of_a_magnetometer_is_found() {
    let mut calibrator = Calibrator::new();
    assert_eq!((calibrator.magnetometer(), calibrator.accelerometer()), (None, None));
    for n in 0..400 {
        // Directions all over a sphere, by the golden angle.
        let z = 1.0 - (2 * n + 1) as f32 / 400.0;
        let (radius, angle) = ((1.0 - z * z).sqrt(), n as f32 * 2.399_963_2);
        let field = Field::from_ut(50.0 * radius * angle.cos() + 30.0, 50.0 * radius * angle.sin() - 20.0, 50.0 * z + 10.0);
        calibrator.push(None, None, Some(field));
    }
    let (correction, accuracy) = calibrator.magnetometer().unwrap();
    assert_eq!(accuracy, Accuracy::High);
    for (found, offset) in correction.offset.iter().zip([30.0, -20.0, 10.0]) {
        assert!((*found as f32 / (1 << 19) as f32 - offset).abs() < 0.5, "{correction:?}");
    }
}

#[test]
fn a_calibration_is_applied() {
    let mut fusion = Fusion6::new(&Default::default()).unwrap();
    assert_eq!(fusion.calibration(), Calibration::default());
    // The board's z axis is the sensor's x axis.
    let turned = Correction::new([2, 4, 0], [0; 3], None);
    let calibration = Calibration { accelerometer: turned, gyroscope: turned, ..Default::default() };
    assert_eq!(fusion.set_calibration(&calibration), Ok(()));
    assert_eq!(fusion.calibration(), calibration);
    for n in 0..600 {
        fusion.push(n * 10_000, Force::from_g(1.0, 0.0, 0.0), Rate::default());
    }
    assert!(fusion.attitude().unwrap().to_f32()[0] > 0.9999);
}

#[test]
fn axes_that_are_none_are_refused() {
    let mut fusion = Fusion9::new(&Default::default()).unwrap();
    for axes in [[0, 0, 4], [0, 2, 6], [-1, 2, 4], [0, 1, 4]] {
        let calibration = Calibration { magnetometer: Correction::new(axes, [0; 3], None), ..Default::default() };
        assert_eq!(fusion.set_calibration(&calibration), Err(Error::Argument), "{axes:?}");
    }
    assert_eq!(fusion.calibration(), Calibration::default());
    let identity = [1 << 29, 0, 0, 0, 1 << 29, 0, 0, 0, 1 << 29];
    assert_eq!((Correction::default().gain(), Correction::new([0, 2, 4], [0; 3], Some(identity)).gain()), (None, Some(identity)));
}

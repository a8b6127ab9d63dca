//! Samples of the bytes of a serial line, and the angles of an attitude.
use quillon::{Force, Format, Fusion6, Quaternion, Rate, Receiver, Sample};

fn near(found: [f32; 3], expected: [f32; 3]) {
    assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-5), "{found:?} is not {expected:?}");
}

fn samples(format: Format, bytes: &[u8]) -> Vec<Sample> {
    let mut receiver = Receiver::new(format);
    bytes.iter().filter_map(|byte| receiver.push(*byte)).collect()
}

#[test]
fn lines_of_numbers() {
    let mut text = String::from("ax,ay,az,gx,gy,gz\n");
    for n in 0..150 {
        text += if n == 90 { "Battery: low\n" } else { "0.0,0.0,1.0,0.0,0.0,90.0\n" };
    }
    let found = samples(Format::Csv, text.as_bytes());
    assert!((90..=100).contains(&found.len()), "{}", found.len());
    for pair in found.windows(2) {
        assert!(pair[1].time() > pair[0].time());
    }
    let last = found.last().unwrap();
    near(last.force().to_f32(), [0.0, 0.0, 9.80665]);
    near(last.rate().unwrap().to_f32(), [0.0, 0.0, 0.5 * std::f32::consts::PI]);
    assert_eq!((last.attitude(), last.is_without_gravity(), last.is_pen_down()), (None, false, false));
}

#[test]
fn a_checksum_that_does_not_hold_gives_no_sample() {
    let packet = |kind: u8, words: [i16; 4], error: u8| {
        let mut bytes = vec![0x55, kind];
        words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        bytes.push(bytes.iter().fold(error, |sum, byte| sum.wrapping_add(*byte)));
        bytes
    };
    // 1 g in steps of 16 g / 32768.
    let line = |error| (0..200).flat_map(|_| [packet(0x51, [0, 0, 2048, 0], error), packet(0x52, [0; 4], error)].concat()).collect::<Vec<u8>>();
    assert_eq!(samples(Format::Witmotion11, &line(1)), []);
    let found = samples(Format::Witmotion11, &line(0));
    near(found.last().unwrap().force().to_f32(), [0.0, 0.0, 9.80665]);
}

#[test]
fn angles() {
    let angles = |quaternion: Quaternion| (quaternion.euler_zyx().to_degrees(), quaternion.euler_zxy().to_degrees());
    let half = (0.5f32.sqrt() * (1 << 30) as f32) as i32;
    let (zyx, zxy) = angles(Quaternion { w: half, x: half, y: 0, z: 0 });
    for (found, expected) in zyx.iter().chain(&zxy).zip([90.0, 0.0, 0.0, 0.0, 90.0, 0.0]) {
        assert!((found - expected).abs() < 0.1, "{zyx:?} {zxy:?}");
    }
    let mut fusion = Fusion6::new(&Default::default()).unwrap();
    (0..300).for_each(|n| {
        fusion.push(n * 10_000, Force::from_g(0.0, 0.5, 0.866_025_4), Rate::default());
    });
    assert!((fusion.attitude().unwrap().euler_zyx().to_degrees()[0] - 30.0).abs() < 0.1);
}

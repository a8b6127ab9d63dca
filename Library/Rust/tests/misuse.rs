//! What is refused, and how.
use quillon::{Candidate, Error, Field, Force, Fusion6, Fusion9, Model, Rate, Recognizer, Sample, Settings, State, Writing};

#[test]
fn settings_out_of_range_are_refused() {
    for settings in [Settings { rest_rate: -1, ..Default::default() }, Settings { frame: 2, ..Default::default() }] {
        assert_eq!(Fusion6::new(&settings).err(), Some(Error::Argument));
    }
    assert!(Fusion9::new(&Settings { frame: 2, ..Default::default() }).is_ok());
}

#[test]
fn without_a_sample_nothing_is_known() {
    let fusion = Fusion9::new(&Default::default()).unwrap();
    assert_eq!((fusion.attitude(), fusion.heading(), fusion.gravity()), (None, None, None));
    assert_eq!((fusion.status().state(), fusion.status().waits_for()), (State::Starting, Some(0)));
}

#[test]
fn numbers_out_of_range_are_clamped() {
    assert_eq!(Force::from_ms2(1e9, -1e9, f32::NAN), Force { x: i32::MAX, y: i32::MIN, z: 0 });
    assert_eq!(Rate::from_rads(0.5, -0.5, 0.0), Rate { x: 1 << 24, y: -1 << 24, z: 0 });
    assert_eq!(Field::from_ut(0.0, 1.0, -1.0).to_f32(), [0.0, 1.0, -1.0]);
}

#[test]
fn bytes_that_are_no_model_are_refused() {
    assert_eq!(Model::new(&[1, 2, 3]).err(), Some(Error::Model));
    assert_eq!(Model::air().label_count(), 26);
}

#[test]
fn what_a_recognizer_cannot_do_is_an_error() {
    let mut recognizer = Recognizer::new(Model::air_board()).unwrap();
    let linear = Sample::new(0, Force::default()).without_gravity();
    assert_eq!(recognizer.push(&linear), Err(Error::Argument));
    assert_eq!(recognizer.set_writing(&Writing { plane: 9, ..Default::default() }), Err(Error::Argument));
    assert_eq!(recognizer.set_writing(&Writing::WITHOUT_BUTTON), Ok(()));
    assert_eq!(recognizer.best(&mut [Candidate::default(); 5]), Err(Error::Absent));
    assert_eq!(recognizer.label(0, &mut [0; 8]), Ok("A"));
    assert_eq!(recognizer.label(99, &mut [0; 8]), Err(Error::Argument));
    assert_eq!(recognizer.label(0, &mut []), Err(Error::Size));
    assert_eq!(recognizer.finish(), None);
}

#[test]
fn slices_of_different_lengths_are_taken_as_far_as_the_shortest() {
    let (mut one, mut many) = (Fusion6::new(&Default::default()).unwrap(), Fusion6::new(&Default::default()).unwrap());
    let (force, rate) = (Force::from_g(0.0, 0.0, 1.0), Rate::default());
    let times: Vec<u32> = (0..300).map(|n| n * 10_000).collect();
    let mut motions = [Default::default(); 250];
    many.run(&times, &[force; 400], &[rate; 300], &mut motions);
    times[..250].iter().for_each(|time| {
        one.push(*time, force, rate);
    });
    assert_eq!(Some(motions[249].attitude), one.attitude());
}

//! What one person's hand means.
use quillon::{Candidate, Error, Event, Model, Recognizer, Trainer};

/// Draws the letter L and returns its classification.
fn letter(recognizer: &mut Recognizer, begin: u32) -> Event {
    let points = (0..=20).map(|n| (0, n * 50)).chain((1..=20).map(|n| (n * 35, 1000)));
    let mut found = None;
    for (n, (x, y)) in points.chain([(700, 1000); 60]).enumerate() {
        let time = begin + n as u32 * 10_000;
        found = found.or(recognizer.push_touch(time, x, y, n <= 40, 10).unwrap());
    }
    found.or_else(|| recognizer.finish()).unwrap()
}

fn label(event: Event) -> i32 {
    match event {
        Event::Classification { label, .. } => label,
        _ => panic!("{event:?}"),
    }
}

#[test]
fn a_stroke_means_what_was_said() {
    let mut recognizer = Recognizer::new(Model::ink()).unwrap();
    let mut trainer = Trainer::new(&recognizer).unwrap();
    assert!(!trainer.undo());
    assert_eq!(trainer.learn(&mut recognizer, 25), Err(Error::Absent));

    let read = letter(&mut recognizer, 0);
    assert_eq!(recognizer.label(label(read), &mut [0; 32]), Ok("L"));
    assert_eq!(trainer.classify(&mut recognizer, read), Ok(read));
    assert_eq!(trainer.learn(&mut recognizer, 99), Err(Error::Argument));
    assert_eq!(trainer.learn(&mut recognizer, 25), Ok(true));

    let read = letter(&mut recognizer, 2_000_000);
    let learned = trainer.classify(&mut recognizer, read).unwrap();
    assert_eq!((label(read), label(learned)), (11, 25));
    let mut best = [Candidate::default(); 5];
    assert_eq!(recognizer.best(&mut best).unwrap()[0].label, 11);

    let mut kept = vec![0; trainer.weight_count()];
    assert_eq!(trainer.weights(&mut kept[1..]), Err(Error::Size));
    trainer.weights(&mut kept).unwrap();
    assert!(trainer.undo());
    assert_eq!(trainer.classify(&mut recognizer, read), Ok(read));
    assert_eq!(trainer.set_weights(&kept[1..]), Err(Error::Size));
    trainer.set_weights(&kept).unwrap();
    assert_eq!(trainer.classify(&mut recognizer, read), Ok(learned));
}

#[test]
fn another_model_is_refused() {
    let mut recognizer = Recognizer::new(Model::ink()).unwrap();
    letter(&mut recognizer, 0);
    let mut other = Trainer::new(&Recognizer::new(Model::gestures()).unwrap()).unwrap();
    assert_eq!(other.learn(&mut recognizer, 0), Err(Error::Model));
    assert_eq!(Trainer::new(&Recognizer::new(Model::air()).unwrap()).err(), Some(Error::Model));
}

//! In Rust what Library/Tests/replay.c does in C, for a comparison bit for bit.
use quillon::{Event, Field, Force, Fusion6, Fusion9, Model, Quaternion, Rate, Recognizer, Sample};
use std::io::{Read, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut bytes, mut answer) = (Vec::new(), Vec::new());
    std::io::stdin().read_to_end(&mut bytes)?;
    let words: Vec<i32> = bytes.chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    let (mut six, mut nine) = (Fusion6::new(&Default::default())?, Fusion9::new(&Default::default())?);
    let mut recognizer = Recognizer::new(Model::air_board())?;
    let identity = Quaternion { w: 1 << 30, ..Default::default() };
    for row in words.chunks_exact(15) {
        let time = row[0] as u32;
        let force = Force { x: row[2], y: row[3], z: row[4] };
        let rate = Rate { x: row[5], y: row[6], z: row[7] };
        six.push(time, force, rate);
        nine.push(time, force, rate, Some(Field { x: row[12], y: row[13], z: row[14] }));
        let sample = Sample::new(time, force).with_rate(rate).with_pen(row[1] & 8 != 0);
        put(&mut answer, six.attitude().unwrap_or(identity), nine.attitude().unwrap_or(identity), recognizer.push(&sample)?);
    }
    while let Some(event) = recognizer.finish() {
        put(&mut answer, Quaternion::default(), Quaternion::default(), Some(event));
    }
    Ok(std::io::stdout().write_all(&answer)?)
}

fn put(answer: &mut Vec<u8>, six: Quaternion, nine: Quaternion, event: Option<Event>) {
    let event = match event {
        None => [-1; 5],
        Some(Event::Classification { label, score, margin, is_doubtful, .. }) => [0, label, score, margin, is_doubtful.into()],
        Some(Event::Rejection { gate, value, .. }) => [1, gate, value, 0, 0],
        Some(Event::Abandonment { reason, .. }) => [2, reason, 0, 0, 0],
    };
    let words = [six.w, six.x, six.y, six.z, nine.w, nine.x, nine.y, nine.z];
    answer.extend(words.iter().chain(&event).flat_map(|word| word.to_le_bytes()));
}

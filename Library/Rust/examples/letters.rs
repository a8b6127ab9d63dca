//! Reads a trace of raw samples, made by `quillon simulate --raw 6 --text HELLO --trace FILE`, and prints its letters and the last attitude.
use quillon::{Event, Force, Fusion6, Model, Rate, Recognizer, Sample};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a trace")?;
    let text = std::fs::read_to_string(path)?;
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = lines.next().ok_or("the trace is empty")?.split(',').collect();
    let column = |name: &str| header.iter().position(|h| *h == name).ok_or(format!("there is no column {name}"));
    let columns = ["t", "ax", "ay", "az", "gx", "gy", "gz"].map(column);
    let stroke = column("stroke")?;
    let (mut fusion, mut recognizer) = (Fusion6::new(&Default::default())?, Recognizer::new(Model::air())?);
    let read = |event: Event, recognizer: &Recognizer| -> Result<(), quillon::Error> {
        if let Event::Classification { label, .. } = event {
            print!("{}", recognizer.label(label, &mut [0; 32])?);
        }
        Ok(())
    };
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let mut numbers = [0.0f64; 7];
        for (number, column) in numbers.iter_mut().zip(&columns) {
            *number = fields.get(column.clone()?).ok_or("a row is too short")?.parse()?;
        }
        let [t, ax, ay, az, gx, gy, gz] = numbers;
        let time = (t * 1e6) as u64 as u32;
        let force = Force::from_ms2(ax as f32, ay as f32, az as f32);
        let rate = Rate::from_rads(gx as f32, gy as f32, gz as f32);
        fusion.push(time, force, rate);
        let pen = fields.get(stroke).is_some_and(|field| !field.is_empty());
        let sample = Sample::new(time, force).with_rate(rate).with_pen(pen);
        if let Some(event) = recognizer.push(&sample)? {
            read(event, &recognizer)?;
        }
    }
    while let Some(event) = recognizer.finish() {
        read(event, &recognizer)?;
    }
    println!();
    println!("{:?}", fusion.attitude().ok_or("no attitude")?.to_f32());
    Ok(())
}

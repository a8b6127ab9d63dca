import BoardSupport
import CortexM
import QuillonFusion
import QuillonSensors
import QuillonVerification

/// Counts the ticks of reading a sample of each chip: a line with its name, the samples that were read and the ticks of all of them. How
/// many instructions a tick is tells the line `loop`.
public enum ChipImage<B: Board> {
  /// So many samples, that ticks are fine enough.
  private static var repetitions: UInt32 { 1_024 }

  /// Never ends.
  public static func run() {
    B.start()
    B.Ticks.start()
    let begin = B.Ticks.now
    count_instructions(500_000)
    report("loop", 1_000_000, B.Ticks.ticks(since: begin))
    measure(MPU6050Script.self)
    measure(MPU9250Script.self)
    measure(LSM6DSOXScript.self)
    measure(LSM6DS3TRCScript.self)
    measure(ICM20948Script.self)
    measure(BMI270Script.self)
    measure(LSM9DS1Script.self)
    measure(ICM42688Script.self)
    measure(BMI160Script.self)
    measure(LSM6DSV16XScript.self)
    report("fields", fields, 0)
    TextLine.end(Stack.highWater, send: B.send)
    while true { ReceiveRing.sleep() }
  }

  @inline(never)
  private static func measure<Script: ChipScript>(_ script: Script.Type) {
    var reader = ChipReader<Script.Chip>()
    var bus = ScriptedBus<Script>()
    var time: UInt32 = 0
    while !reader.isRunning, time < 40_000_000 {
      time &+= 200_000
      _ = reader.next(on: &bus, now: time, dataReady: nil)
    }
    bus.isRunning = true
    var samples: UInt32 = 0
    let begin = B.Ticks.now
    var count: UInt32 = 0
    while count < repetitions {
      time &+= 10_000
      if read(&reader, &bus, time) { samples &+= 1 }
      count &+= 1
    }
    report(Script.name, samples, B.Ticks.ticks(since: begin))
  }

  /// From the data-ready edge to the sample in SI units, and to the look that finds nothing more; the field, if there is one, on the way.
  @inline(never)
  private static func read<Script: ChipScript>(
    _ reader: inout ChipReader<Script.Chip>, _ bus: inout ScriptedBus<Script>, _ now: UInt32
  ) -> Bool {
    guard case .sample(let counts, let time) = reader.next(on: &bus, now: now, dataReady: now),
      let facts = reader.chip?.facts
    else { return false }
    last = counts.sample(facts, map: B.axes, time: time)
    while let event = reader.next(on: &bus, now: now, dataReady: nil) {
      guard case .field(let value) = event else { return false }
      last.magneticField = B.axes.apply(to: value)
      fields &+= 1
    }
    forget_memory()
    return true
  }

  private static func report(_ name: StaticString, _ samples: UInt32, _ ticks: UInt32) {
    TextLine.write(name, send: B.send)
    TextLine.write(samples, send: B.send)
    TextLine.write(ticks, send: B.send)
    B.send(UInt8(ascii: "\n"))
  }
}

/// How many fields came.
nonisolated(unsafe) private var fields: UInt32 = 0

/// Where the samples go.
nonisolated(unsafe) private var last = InertialSample(
  timestamp: 0, acceleration: .specificForce(.zero), pen: .up)

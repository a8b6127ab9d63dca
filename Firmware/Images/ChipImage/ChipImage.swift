import BoardSupport
import CortexM
import QuillonFusion
import QuillonSensors
import QuillonVerification

/// Counts the ticks of reading a sample of each chip: a line with its name, the samples that were read and the ticks of all of them. The
/// line `loop` gives the instructions of a tick.
public enum ChipImage<B: Board> {
  /// Enough samples for the resolution of a tick.
  private static var repetitions: UInt32 { 1_024 }

  /// Never ends.
  public static func run() {
    B.start()
    B.Ticks.start()
    let begin = B.Ticks.now
    count_instructions(500_000)
    report("loop", 1_000_000, B.Ticks.ticks(since: begin))
    measure(MPU6050Script.self, field: "MPU6050-field")
    measure(LSM6DSOXScript.self)
    measure(LSM6DS3TRCScript.self)
    measure(ICM20948Script.self, field: "ICM20948-field")
    measure(BMI270Script.self)
    measure(LSM9DS1Script.self, field: "LSM9DS1-field")
    measure(ICM42688Script.self)
    measure(BMI160Script.self)
    measure(LSM6DSV16XScript.self)
    measure(QMI8658Script.self)
    measure(ICM42670Script.self)
    measure(BNO055Script.self)
    measure(BNO08xScript.self)
    TextLine.end(Stack.highWater, send: B.send)
    while true { ReceiveRing.sleep() }
  }

  /// Counts the samples of a chip without its magnetometer, then how many more ticks the fields of one take, on a line of its own.
  @inline(never)
  private static func measure<Script: ChipScript>(
    _ script: Script.Type, field name: StaticString? = nil
  ) {
    let alone = run(script, hasMagnetometer: false)
    report(Script.name, alone.samples, alone.ticks)
    guard let name else { return }
    let both = run(script, hasMagnetometer: true)
    report(name, both.fields, both.ticks &- alone.ticks)
  }

  @inline(never)
  private static func run<Script: ChipScript>(
    _ script: Script.Type, hasMagnetometer: Bool
  ) -> (samples: UInt32, fields: UInt32, ticks: UInt32) {
    var reader = ChipReader<Script.Chip>()
    var bus = ScriptedBus<Script>()
    bus.hasMagnetometer = hasMagnetometer
    fields = 0
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
    return (samples, fields, B.Ticks.ticks(since: begin))
  }

  /// From the data-ready edge to the sample in SI units, and the look that finds nothing more.
  @inline(never)
  private static func read<Script: ChipScript>(
    _ reader: inout ChipReader<Script.Chip>, _ bus: inout ScriptedBus<Script>, _ now: UInt32
  ) -> Bool {
    guard case .sample(let counts, let time) = reader.next(on: &bus, now: now, dataReady: now),
      let facts = reader.chip?.facts
    else { return false }
    last = counts.sample(facts, map: B.axes, time: time)
    if let field = reader.takeField() {
      last.magneticField = B.axes.apply(to: field)
      fields &+= 1
    }
    forget_memory()
    return reader.next(on: &bus, now: now, dataReady: nil) == nil
  }

  private static func report(_ name: StaticString, _ samples: UInt32, _ ticks: UInt32) {
    TextLine.write(name, send: B.send)
    TextLine.write(samples, send: B.send)
    TextLine.write(ticks, send: B.send)
    B.send(UInt8(ascii: "\n"))
  }
}

/// How many fields came in this run.
nonisolated(unsafe) private var fields: UInt32 = 0

/// Where the samples go.
nonisolated(unsafe) private var last = InertialSample(
  timestamp: 0, acceleration: .specificForce(.zero), pen: .up)

import QuillonSerialFormats

/// The times of samples: the board's own, or for boards that send none, those of their arrival with the bursts smoothed.
///
/// The first 32 samples give the mean period. Then a phase-locked loop follows the arrivals (gains 1/32 for the phase, 1/2048
/// for the period).
struct ArrivalClock: SampleTiming {
  /// When the bytes arrived that are being decoded, µs modulo 2³².
  var arrival: UInt32 = 0
  private var deviceClock = DeviceClockDetector()
  private var count: UInt32 = 0
  private var beginning: UInt32 = 0
  private var last: UInt32 = 0
  /// The period in 1/256 µs, and the part of the time that `last` has no room for.
  private var period: Int32 = 0
  private var fraction: Int32 = 0

  init() {}

  mutating func time(of reading: SensorReading, bytes: UInt32, isAfterDamage: Bool) -> UInt32? {
    deviceClock.add(hasTime: reading.time != nil)
    if let time = reading.time { return time }
    guard !deviceClock.isPresent else { return nil }
    let late = Int32(bitPattern: arrival &- last)
    count &+= 1
    guard count > 1, late.magnitude < 1_000_000 else {
      (count, beginning, last, fraction) = (1, arrival, arrival, 0)
      return last
    }
    if count <= 33 {
      let elapsed = Int32(bitPattern: arrival &- beginning)
      period = Int32(
        truncatingIfNeeded: Int64(elapsed) &* 256 / Int64(count &- 1))
    } else {
      let error = late &- period &>> 8
      fraction &+= error &* 8
      period &+= Swift.min(Swift.max(error, -10_000), 10_000) &>> 3
    }
    fraction &+= period
    let step = Swift.max(fraction &>> 8, 1)
    fraction &-= step &<< 8
    last &+= UInt32(bitPattern: step)
    return last
  }
}

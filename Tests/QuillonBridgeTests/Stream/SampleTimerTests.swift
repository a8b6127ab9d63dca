import QuillonBridge
import QuillonReferenceModel
import QuillonSerialFormats
import Testing

@Suite struct SampleTimerTests {
  /// When samples, measured every 10 ms, arrive: ns.
  private typealias Arrivals = (Int) -> Double

  /// The times found of `count` samples, s, less when they were measured, all but for a constant.
  private func errors(
    _ count: Int, timer: inout SampleTimer, arrivals: Arrivals,
    isLost: (Int) -> Bool = { _ in false }
  ) -> [Double] {
    var errors: [Double] = []
    var lost = 0
    for number in 0..<count {
      if isLost(number) {
        lost += 1
        continue
      }
      let time = timer.time(
        arrival: UInt64(1e9 + arrivals(number) * 1e9),
        bytes: UInt32(20 * (lost + 1)), isAfterDamage: lost > 0)
      lost = 0
      errors.append(Double(time ?? 0) * 1e-6 - Double(number) * 0.01)
    }
    return errors
  }

  /// How far values lie apart.
  private func spread(_ values: ArraySlice<Double>) -> Double {
    (values.max() ?? 0) - (values.min() ?? 0)
  }

  @Test func burstsEverySixteenMillisecondsBecomeEven() {
    var timer = SampleTimer()
    let late = errors(
      2000, timer: &timer, arrivals: { (Double($0) * 0.01 / 0.016).rounded(.up) * 0.016 })
    #expect(spread(late[500...]) < 0.003)
    #expect(abs((timer.rate ?? 0) - 100) < 0.2)
    #expect(timer.missing == 0)
  }

  @Test func jitterBecomesEven() {
    let seed: UInt64 = 71
    var random = SeededRandom(seed: seed)
    var timer = SampleTimer()
    let late = errors(
      2000, timer: &timer, arrivals: { Double($0) * 0.01 + random.uniform() * 0.008 })
    #expect(spread(late[500...]) < 0.003, "seed \(seed)")
  }

  @Test func aStallFollowedByABurstIsNoGap() {
    var timer = SampleTimer()
    let late = errors(
      2000, timer: &timer, arrivals: { (1000..<1050).contains($0) ? 10.5 : Double($0) * 0.01 })
    #expect(spread(late[900...]) < 0.02)
  }

  @Test func aPauseIsAGap() {
    var timer = SampleTimer()
    let late = errors(1200, timer: &timer, arrivals: { Double($0) * 0.01 + ($0 < 1000 ? 0 : 2) })
    #expect(abs(late[1000] - late[999] - 2) < 0.02)
  }

  @Test func damageTellsWhatIsMissing() {
    let seed: UInt64 = 72
    var random = SeededRandom(seed: seed)
    var lost = Set<Int>()
    for number in 100..<2000 where random.uniform() < 0.3 { lost.insert(number) }
    lost.remove(1999)
    var timer = SampleTimer()
    let late = errors(2000, timer: &timer, arrivals: { Double($0) * 0.01 }, isLost: lost.contains)
    #expect(timer.missing == lost.count, "seed \(seed)")
    #expect(spread(late[50...]) < 0.003, "seed \(seed)")
  }

  @Test func aCounterTellsWhatIsMissing() {
    var timer = SampleTimer()
    for number in 0..<1000 where !number.isMultiple(of: 5) {
      _ = timer.time(
        counter: UInt16(number & 0xFF), arrival: UInt64(number) * 10_000_000,
        bytes: 19)
    }
    #expect(timer.missing == 199)
    #expect(abs((timer.rate ?? 0) - 100) < 0.1)
  }

  /// The board's clock passes as it is, through its wrap, and its drift is found.
  @Test func theBoardsClockIsTheTime() {
    var timer = SampleTimer()
    let start = UInt32.max - 3_000_000
    for number in 0..<1000 {
      let deviceTime = start &+ UInt32(number) * 10_005
      let time = timer.time(
        deviceTime: deviceTime, arrival: UInt64(number) * 10_000_000, bytes: 20)
      #expect(time == deviceTime)
    }
    #expect(abs((timer.drift ?? 0) - 500) < 1)
    #expect(
      timer.time(arrival: 0, bytes: 0) == nil)
  }

  /// A clock in a unit that can't be, or that stands still, gives way to the arrivals; no step between its times and these is seen.
  @Test(arguments: [
    (10_000_000, 1000.0), (10, 0.001), (0, 0),
    // Ticks of 1/32,768 s, 39 µs and 25 µs, read as µs, and of 100 µs, read as ms.
    (328, 0.0328), (256, 0.0256), (400, 0.04), (800, 0.08), (900, 0.09), (150_000, 15),
  ])
  func aClockThatCannotBeRightIsNotUsed(step: Int, ratio: Double) throws {
    var timer = SampleTimer()
    var times: [UInt32] = []
    for number in 0..<1000 {
      let time = timer.time(
        deviceTime: 77 + UInt32(truncatingIfNeeded: number * step),
        arrival: UInt64(number) * 10_000_000, bytes: 20)
      if let time { times.append(time) }
    }
    let found = try #require(timer.contradiction)
    #expect(
      found.isIgnored && abs(found.rate - 100) < 1 && abs(found.ratio - ratio) <= 0.05 * ratio)
    #expect(found.words.contains("--time-unit"))
    #expect(!timer.hasClock && timer.drift == nil && abs((timer.rate ?? 0) - 100) < 1)
    // Of the first 0.3 s, as long as that is not known, there is one sample. The others count as missing.
    #expect(times.count > 960 && timer.missing == 1000 - times.count)
    #expect(times[0] == 77)
    let last = Double(times[times.count - 1] - 77) * 1e-6
    #expect(abs(last - 9.99) < 0.05)
    let steps = zip(times.dropFirst(2), times.dropFirst()).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 > 2_000 && $0 < 20_000 })
  }

  /// One time alone, of a line whose beginning was lost, is no clock.
  @Test func oneTimeAloneIsNoClock() {
    var timer = SampleTimer()
    #expect(timer.time(deviceTime: 3_894_032_704, arrival: 0, bytes: 30) != nil)
    var last: UInt32?
    for number in 1..<500 {
      let time = timer.time(arrival: UInt64(number) * 10_000_000, bytes: 30)
      #expect(time != nil)
      if let time, let last, number > 2 { #expect(time &- last > 2_000 && time &- last < 20_000) }
      last = time
    }
    #expect(!timer.hasClock && abs((timer.rate ?? 0) - 100) < 1)
  }

  /// A recording that is played ten times as fast keeps its times, and so does a board that is read late, or in bursts.
  @Test func aPlausibleClockIsUsed() {
    var fast = SampleTimer()
    for number in 0..<1000 {
      let time = UInt32(number) * 10_000
      #expect(fast.time(deviceTime: time, arrival: UInt64(number) * 1_000_000, bytes: 20) == time)
    }
    #expect(fast.contradiction.map { !$0.isIgnored && abs($0.ratio - 10) < 0.5 } == true)
    let late: [(Int) -> Int] = [
      { $0 }, { ($0 + 15) / 16 * 16 }, { $0 < 400 ? 400 : $0 },
      { $0 % 3_000 < 2_200 ? $0 : ($0 / 3_000 + 1) * 3_000 },
      { ($0 + 800) % 3_000 < 2_200 ? $0 : (($0 + 800) / 3_000 + 1) * 3_000 - 800 },
    ]
    for arrival in late {
      var timer = SampleTimer()
      for number in 0..<1000 {
        let time = UInt32(number) * 10_000
        let read = UInt64(arrival(number * 10)) * 1_000_000
        #expect(timer.time(deviceTime: time, arrival: read, bytes: 20) == time)
      }
      #expect(timer.contradiction == nil)
    }
  }

  @Test func aNominalRateNeedsNoArrivals() {
    var timer = SampleTimer(.nominal(200))
    let times = (0..<5).map { _ in
      timer.time(arrival: 7, bytes: 9)
    }
    #expect(times == [5_000, 10_000, 15_000, 20_000, 25_000])
  }
}

extension SampleTimer {
  /// The time of a sample whose last byte was read at `arrival`, ns.
  fileprivate mutating func time(
    deviceTime: UInt32? = nil, counter: UInt16? = nil, arrival: UInt64, bytes: UInt32,
    isAfterDamage: Bool = false
  ) -> UInt32? {
    var reading = SensorReading()
    (reading.time, reading.counter) = (deviceTime, counter)
    self.arrival = arrival
    return time(of: reading, bytes: bytes, isAfterDamage: isAfterDamage)
  }
}

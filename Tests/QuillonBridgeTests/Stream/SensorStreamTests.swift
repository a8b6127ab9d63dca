import QuillonBridge
import QuillonFusion
import QuillonRecordings
import QuillonSerialFormats
import QuillonSimulator
import TestSupport
import Testing

@Suite struct SensorStreamTests {
  private func format(_ name: String) throws -> BoardFormat {
    try #require(BoardFormat.named(name))
  }

  /// What a stream makes of messages, each of which arrives when it is due.
  private func samples(
    _ messages: [TimedMessages], _ stream: inout SensorStream
  ) -> [InertialSample] {
    var samples: [InertialSample] = []
    for message in messages {
      // A jittering clock may begin below 0.
      let microseconds = Int64(Int32(bitPattern: message.timestamp))
      let arrival = UInt64(10_000_000_000 + microseconds * 1000)
      for byte in message.bytes { stream.push(byte, arrival: arrival, into: &samples) }
    }
    return samples
  }

  private func encoder(_ name: String) throws -> any SensorEncoder {
    try #require(SensorEncoders.named(name))
  }

  @Test(arguments: [
    "csv", "tagged", "witmotion-11", "witmotion-ble", "bno08x-rvc", "x-imu3", "mavlink",
    "razor-text", "razor-binary-sensors", "vectornav-ascii", "vectornav-binary", "xsens-xbus",
    "mip", "quillon",
  ])
  func everyBoardBecomesAHundredTimedSamplesASecond(name: String) throws {
    let trace = try writtenWithoutPen("IL", seed: 5)
    var stream = SensorStream(try format(name))
    let samples = samples(trace.messages(by: try encoder(name)), &stream)
    #expect(stream.shortcoming == nil)
    #expect(stream.counters.rejected == 0)
    #expect(stream.missing == 0)
    #expect(samples.count >= trace.rows.count - 60)
    #expect(abs((stream.rate ?? 0) - 100) < 1)
    let steps = zip(samples, samples.dropFirst()).map { $1.timestamp &- $0.timestamp }
    // The sensor's clock jitters, and it leaves a sample out now and then.
    #expect(steps.allSatisfy { (3_000...45_000).contains($0) })
    #expect(stream.findsPenByMotion == (try !encoder(name).sendsPen))
  }

  @Test(arguments: ["mip", "bno08x-rvc", "witmotion-ble"], [50.0, 200, 400])
  func otherRatesBecomeAHundredSamplesASecond(name: String, rate: Double) throws {
    let trace = try writtenWithoutPen("IL", seed: 5, rate: rate)
    var stream = SensorStream(try format(name))
    let samples = samples(trace.messages(by: try encoder(name)), &stream)
    #expect(abs((stream.rate ?? 0) / rate - 1) < 0.02)
    let steps = zip(samples, samples.dropFirst()).map { $1.timestamp &- $0.timestamp }
    #expect(steps.allSatisfy { $0 == 10_000 })
    #expect(stream.findsPenByMotion)
  }

  /// Of moments that arrive whole, not one is missing; all that are damaged are known to be.
  @Test func damageLosesOnlyWhatItHits() throws {
    let trace = try writtenWithoutPen("IL", seed: 6)
    let messages = trace.messages(by: try encoder("mip"))
    var faults = LineFaults(rates: LineFaults.Rates(flip: 0.01), seed: 81)
    let damaged = messages.map {
      TimedMessages(timestamp: $0.timestamp, bytes: faults.transmit($0.bytes))
    }
    // The first second stays whole.
    let arriving = Array(messages[..<100] + damaged[100...])
    var stream = SensorStream(try format("mip"), pen: .motion)
    let times = Set(
      samples(arriving, &stream).flatMap { [$0.timestamp &- 1, $0.timestamp, $0.timestamp &+ 1] })
    let whole = zip(messages, arriving).filter { $0 == $1 }.map(\.0.timestamp)
    #expect(whole.count < messages.count - 100)
    // The last waits for its successor, the first 50 show what the board sends.
    #expect(whole.dropFirst(50).dropLast().filter { !times.contains($0) }.isEmpty, "seed 81")
    #expect(stream.counters.rejected > 0)
  }

  @Test func aMissingPieceIsNoMissingSample() throws {
    let trace = try writtenWithoutPen("I", seed: 7)
    // Every tenth moment without its third message, the quaternion's.
    let messages = trace.messages(by: try encoder("witmotion-11")).enumerated().map {
      TimedMessages(
        timestamp: $1.timestamp,
        bytes: $0 > 100 && $0.isMultiple(of: 10) ? Array($1.bytes.dropLast(11)) : $1.bytes)
    }
    var stream = SensorStream(try format("witmotion-11"))
    let samples = samples(messages, &stream)
    #expect(samples.count >= trace.rows.count - 60)
    #expect(samples.allSatisfy { $0.attitude != nil })
  }

  @Test func whatABoardLacksIsTold() throws {
    let trace = try writtenWithoutPen("I", seed: 8)
    func shortcoming(_ name: String, _ change: (inout TraceRow) -> Void) throws
      -> SampleShortcoming?
    {
      let rows = trace.rows.map { row in
        var row = row
        change(&row)
        return row
      }
      var stream = SensorStream(try format(name))
      let read = samples(Trace(rows: rows).messages(by: try encoder(name)), &stream)
      // An accelerometer alone is enough for gestures.
      #expect(read.isEmpty == (stream.shortcoming != .noRate))
      #expect(read.allSatisfy { $0.angularRate == nil && $0.attitude == nil })
      return stream.shortcoming
    }
    #expect(try shortcoming("teapot") { _ in } == .noAcceleration)
    #expect(try shortcoming("razor-binary-ypr") { _ in } == .noAcceleration)
    let accelerometer = try shortcoming("csv") {
      ($0.angularRate, $0.attitude, $0.magneticField) = (nil, nil, nil)
    }
    #expect(accelerometer == .noRate)
    #expect(try shortcoming("mip") { $0.time *= 10 } == .tooSlow)
  }
}

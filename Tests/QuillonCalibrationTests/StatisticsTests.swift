import Foundation
import QuillonCalibration
import QuillonRecordings
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct StatisticsTests {
  private func noise(_ count: Int, deviation: Double, seed: UInt64 = 1) -> [Double] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in random.normal(deviation: deviation) }
  }

  @Test func `Resolution is the step of a converter, and none of a smooth signal`() throws {
    let smooth = noise(5000, deviation: 0.02)
    #expect(AxisStatistics(of: smooth, interval: 0.01).resolution == nil)
    let step = 9.80665 / 4096
    let coarse = smooth.map { ($0 / step).rounded() * step }
    let found = try #require(AxisStatistics(of: coarse, interval: 0.01).resolution)
    #expect(abs(found / step - 1) < 1e-9)
  }

  @Test func `A step from the edges of Double is none`() {
    let wide = (0..<40).map { $0.isMultiple(of: 2) ? 1.7e308 : -1.7e308 }
    #expect(AxisStatistics(of: wide, interval: 0.01).resolution == nil)
    let large = (0..<40).map { $0.isMultiple(of: 2) ? 0 : 1.7e308 }
    #expect(AxisStatistics(of: large, interval: 0.01).resolution == nil)
    let small = (0..<40).map { $0.isMultiple(of: 2) ? 0 : 5e-324 }
    #expect(AxisStatistics(of: small, interval: 0.01).resolution == 5e-324)
  }

  @Test func `Clipping is told from the thin ends of noise`() {
    let quiet = noise(20_000, deviation: 0.02).map { ($0 * 200).rounded() / 200 }
    #expect(AxisStatistics(of: quiet, interval: 0.01).clipped == 0)
    let swing = (0..<10_000).map { 5 * sin(Double($0) / 50) }
    #expect(AxisStatistics(of: swing, interval: 0.01).clipped == 0)
    let clipped = swing.map { min(max($0, -4), 4) }
    let expected = swing.count { abs($0) >= 4 }
    #expect(AxisStatistics(of: clipped, interval: 0.01).clipped == expected)
  }

  @Test func `Rate, jitter, gaps and bursts of a clock are told`() {
    let steady = TimingStatistics(of: (0..<1001).map { Double($0) / 50 })
    #expect(abs(steady.rate - 50) < 1e-9)
    #expect(steady.jitter < 1e-9)
    #expect(steady.gaps == 0)
    #expect(!steady.isBursty)

    let gappy = TimingStatistics(of: (0..<1001).filter { $0 % 100 != 50 }.map { Double($0) / 50 })
    #expect(gappy.gaps == 10)

    let arrivals = (0..<1000).map { number in
      let burst = Double(number / 4) * 0.04
      return burst + Double(number % 4) * 0.001
    }
    let bursts = TimingStatistics(of: arrivals)
    #expect(bursts.isBursty)
    #expect(abs(bursts.rate - 100) < 0.5)

    let single = TimingStatistics(of: [3])
    #expect(single.rate == 0)
    #expect(TimingStatistics(of: []).meanInterval == 0)
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func `A recording of eleven minutes at rest shows the sensor's data sheet`() throws {
    let folder = try #require(SharedData.folder)
    let text = try String(
      contentsOf: folder.appendingPathComponent("sensors/static_mpu6050_si.csv"), encoding: .utf8)
    var trace = Trace(rows: [])
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      var row = TraceRow(time: numbers[0])
      row.specificForce = SIMD3(numbers[1], numbers[2], numbers[3])
      row.angularRate = SIMD3(numbers[4], numbers[5], numbers[6])
      trace.rows.append(row)
    }
    let character = BoardCharacter(of: trace)
    #expect(abs(character.timing.rate - 99.3) < 0.2)
    #expect(character.timing.isBursty)
    #expect(character.remarks.contains { $0.hasPrefix("Samples come in bursts") })
    #expect(character.sensors.map(\.kind) == [.accelerometer, .gyroscope])
    let gyroscope = character.sensors[1]
    #expect(!gyroscope.isMoved)
    let bias = gyroscope.axes.map { $0.mean * 180 / .pi }
    #expect(abs(bias[0] - 4.54) < 0.05 && abs(bias[1] - 0.05) < 0.05 && abs(bias[2] - 1.12) < 0.05)
    for sensor in character.sensors {
      for axis in sensor.axes {
        let noise = try #require(axis.noise)
        print(sensor.kind, noise, "resolution \(axis.resolution ?? 0)", "clipped \(axis.clipped)")
        #expect(axis.clipped == 0)
      }
    }
    // The data sheet's typical noise is 0.005 °/s/√Hz; between half and four times that.
    for axis in gyroscope.axes {
      let density = try #require(axis.noise?.density) * 180 / .pi
      #expect((0.0025...0.02).contains(density))
    }
  }
}

import FixedPoint
import Geometry
import HostNumerics
import Ink
import Motion
import ReferenceModel
import SeededRandom
import TestSupport
import Testing

@Suite struct StrokeBufferTests {
  @Test func fullBufferKeepsWhatItHas() {
    var stroke = StrokeBuffer<4>()
    for index in Int32(0)..<4 {
      #expect(stroke.append(touchX: index, y: 0, microseconds: 10_000) == .stored)
    }
    #expect(stroke.append(touchX: 99, y: 0, microseconds: 10_000) == .full)
    #expect(stroke.count == 4)
    var last: Int16 = -1
    stroke.rescale(in: .touch, minimumSize: Fixed(bits: 3 &* 16_384))
    stroke.forEachPoint { x, _, _ in last = x }
    #expect(last == 1)
    stroke.removeAll()
    #expect(stroke.count == 0)
    #expect(stroke.append(touchX: 1, y: 1, microseconds: 0) == .stored)
  }

  /// Rounding each step to 32 µs must not add up: after a thousand odd steps the total is right.
  @Test func roundedTimesAddUpToTheTrueTime() {
    let seed: UInt64 = 110
    var random = SeededRandom(seed: seed)
    var stroke = StrokeBuffer<1024>()
    var elapsed: UInt32 = 0
    for index in 0..<1_000 {
      let step = UInt32(8_000 + random.index(below: 4_000))
      _ = stroke.append(touchX: 0, y: 0, microseconds: step)
      if index > 0 { elapsed += step }
    }
    var ticks: UInt32 = 0
    stroke.forEachPoint { _, _, t in ticks += t }
    #expect(abs(Int(ticks * 32) - Int(elapsed)) <= 64, "seed \(seed)")
  }

  @Test func timeBeforeTheFirstPointIsOfNoAccount() {
    var stroke = StrokeBuffer<8>()
    for microseconds in [UInt32(31), 1, 31] {
      _ = stroke.append(touchX: 0, y: 0, microseconds: microseconds)
    }
    var ticks: [UInt32] = []
    stroke.forEachPoint { _, _, t in ticks.append(t) }
    #expect(ticks == [0, 0, 1])
  }

  /// A stroke between two rests, integrated with a constant bias on top: removing drift must
  /// give back the path without the bias.
  @Test(arguments: [0.0, 2.0], [0.3, 18.0])
  func driftOfABiasIsRemoved(alpha: Double, bias: Double) {
    let rule = IntegrationRule(scheme: .halfStep, damping: Fixed(alpha))
    let (clean, _) = integrate(rule, bias: 0)
    let (biased, impulse) = integrate(rule, bias: bias)
    var stroke = StrokeBuffer<1024>()
    for position in biased {
      _ = stroke.append(position, attitude: .identity, microseconds: 10_000)
    }
    let error = stroke.removeDrift(impulse: impulse, rule: rule)
    let shift = (error.reference - (biased[149] &- clean[149]).reference).length
    // Stored with 15 bits of the drifted position, which is 20 m off at the larger bias, and with
    // times in steps of 32 µs, in which the drifting position moves on.
    let step = max(1, abs(biased[149].x.double)) * 0x1p-14 + bias * 1.5 * 32e-6
    #expect(shift < step)
    let worst = worstDistance(&stroke, from: clean)
    #expect(worst < 2 * step)
    #expect(worstDistance(of: biased, from: clean) > 50 * worst, "without it the path is far off")
  }

  @Test func secondRunIsCorrectedFromTheLastRestOn() {
    let rule = IntegrationRule.undamped
    var stroke = StrokeBuffer<1024>()
    let still = Vector3<23>.zero
    for _ in 0..<20 { _ = stroke.append(still, attitude: .identity, microseconds: 10_000) }
    _ = stroke.removeDrift(impulse: .zero, rule: rule)
    let (path, impulse) = integrate(rule, bias: 0.5)
    for position in path.dropFirst() {
      _ = stroke.append(position, attitude: .identity, microseconds: 10_000)
    }
    _ = stroke.removeDrift(impulse: impulse, rule: rule)
    let (clean, _) = integrate(rule, bias: 0)
    let expected = Array(repeating: still, count: 19) + clean
    #expect(worstDistance(&stroke, from: expected) < 0.001)
  }

  @Test func emptyAndSinglePointStrokesAreLeftAlone() {
    var stroke = StrokeBuffer<8>()
    let impulse = Vector3<23>(.one, .one, .one)
    #expect(stroke.removeDrift(impulse: impulse, rule: .undamped) == .zero)
    stroke.rescale(in: .touch, minimumSize: .zero)
    #expect(stroke.meanAttitude == nil)
    _ = stroke.append(.zero, attitude: .identity, microseconds: 0)
    #expect(stroke.removeDrift(impulse: impulse, rule: .undamped) == .zero)
    stroke.rescale(in: .touch, minimumSize: .zero)
    stroke.forEachPoint { x, y, _ in #expect(x == 0 && y == 0) }
  }

  /// 1.5 s from rest to rest: a sine of acceleration along x, two along y.
  private func integrate(
    _ rule: IntegrationRule, bias: Double
  ) -> (path: [Vector3<23>], impulse: Vector3<23>) {
    var integrator = DampedIntegrator(DampedIntegrator.Parameters(rule: rule))
    var path = [integrator.position]
    for index in 1..<150 {
      let phase = 2 * Double.pi * (Double(index) - 0.5) / 149
      let a = ReferenceVector(3 * sine(phase) + bias, 5 * sine(2 * phase) - bias / 2, 0)
      integrator.step(Vector3(a), microseconds: 10_000)
      path.append(integrator.position)
    }
    return (path, integrator.impulse)
  }

  private func sine(_ x: Double) -> Double {
    sineAndCosine(of: Fixed<29>(x.remainder(dividingBy: 2 * .pi))).sine.double
  }

  /// The largest distance in the x–y plane between the stored points and `path`, m, measured through
  /// rescaling to a known size, which is how the stored points are read.
  private func worstDistance(
    _ stroke: inout StrokeBuffer<1024>, from path: [Vector3<23>]
  ) -> Double {
    stroke.rescale(in: .touch, minimumSize: .zero)
    let (xs, ys) = (path.map { $0.x.double }, path.map { $0.y.double })
    let (minX, maxX) = (xs.min() ?? 0, xs.max() ?? 0)
    let (minY, maxY) = (ys.min() ?? 0, ys.max() ?? 0)
    let scale = max(maxX - minX, maxY - minY)
    var (worst, index) = (0.0, 0)
    stroke.forEachPoint { x, y, _ in
      let dx = Double(x) / 16_384 - (path[index].x.double - minX) / scale
      let dy = Double(y) / 16_384 - (path[index].y.double - minY) / scale
      worst = max(worst, abs(dx) * scale, abs(dy) * scale)
      index += 1
    }
    return index == path.count ? worst : .infinity
  }

  private func worstDistance(of a: [Vector3<23>], from b: [Vector3<23>]) -> Double {
    zip(a, b).map { ($0 &- $1).reference.length }.max() ?? 0
  }
}

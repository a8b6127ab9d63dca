import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct StrokeQueueTests {
  @Test func fullStrokeKeepsWhatItHas() throws {
    var strokes = StrokeQueue()
    _ = strokes.begin()
    for index in 0..<Int32(StrokeQueue.strokeCapacity) {
      #expect(strokes.append(touchX: index, y: 0, microseconds: 10_000) == .stored)
    }
    #expect(strokes.append(touchX: 9_999, y: 0, microseconds: 10_000) == .full)
    #expect(strokes.pointCount == StrokeQueue.strokeCapacity)
    strokes.end(in: .touch, minimumSize: Fixed(bits: 999 &* 16_384), time: 7)
    let ink = strokes.ink()
    #expect(ink.count == StrokeQueue.strokeCapacity)
    #expect(ink.last?.x == 1)
    #expect(strokes.endOfLast == 7)
    #expect(strokes.waitingCount == 0)
  }

  /// What waits is read in order, each stroke in its own plane; one that is abandoned reports its
  /// reason in its turn.
  @Test func strokesAreReadInTheOrderOfTheirEnds() {
    var strokes = StrokeQueue()
    #expect(strokes.begin() == .stored)
    _ = strokes.append(touchX: 0, y: 0, microseconds: 0)
    _ = strokes.append(touchX: 64, y: 0, microseconds: 32)
    strokes.end(in: .touch, minimumSize: .zero, time: 1)
    #expect(strokes.begin() == .stored)
    _ = strokes.append(touchX: 0, y: 0, microseconds: 0)
    strokes.end(in: .touch, minimumSize: .zero, time: 2)
    #expect(strokes.begin() == .stored)
    _ = strokes.append(touchX: 0, y: 0, microseconds: 0)
    strokes.abandon(.gap, time: 3)
    #expect(strokes.begin() == .stored)
    _ = strokes.append(touchX: 0, y: 64, microseconds: 0)
    _ = strokes.append(touchX: 64, y: 0, microseconds: 32)
    strokes.end(in: .touch, minimumSize: .zero, time: 4)
    #expect(strokes.ink() == [.init(x: 0, y: 0, ticks: 0), .init(x: 16_384, y: 0, ticks: 1)])
    #expect(strokes.read(under: .undamped) { _, _, _ in } == .ended(.tooShort))
    #expect(strokes.endOfLast == 2)
    #expect(strokes.read(under: .undamped) { _, _, _ in } == .ended(.gap))
    #expect(
      strokes.ink() == [.init(x: 0, y: 16_384, ticks: 0), .init(x: 16_384, y: 0, ticks: 1)])
    #expect(strokes.read(under: .undamped) { _, _, _ in } == .idle)
  }

  /// No call goes through more points than a slice has.
  @Test(arguments: [2, 31, 32, 500, 960])
  func everyCallReadsASlice(count: Int) {
    var strokes = StrokeQueue()
    _ = strokes.begin()
    for index in 0..<Int32(count) {
      _ = strokes.append(touchX: index, y: 0, microseconds: 10_000)
    }
    strokes.end(in: .touch, minimumSize: .zero, time: 0)
    var (calls, total, most, progress) = (0, 0, 0, StrokeQueue.Progress.busy)
    while progress == .busy {
      var points = 0
      progress = strokes.read(under: .undamped) { _, _, _ in points += 1 }
      (calls, total, most) = (calls + 1, total + points, max(most, points))
    }
    #expect(calls == 2 * ((count + StrokeQueue.slice) / StrokeQueue.slice))
    #expect(total == count)
    #expect(most <= StrokeQueue.slice)
  }

  @Test func noMoreThanEightStrokesWait() {
    var strokes = StrokeQueue()
    for _ in 0..<StrokeQueue.maximumWaiting {
      #expect(strokes.begin() == .stored)
      strokes.abandon(.tooShort, time: 0)
    }
    #expect(strokes.begin() == .full)
    #expect(strokes.read(under: .undamped) { _, _, _ in } == .ended(.tooShort))
    #expect(strokes.begin() == .stored)
  }

  /// Rounding each step to 32 µs must not add up: after 960 odd steps the total is right.
  @Test func roundedTimesAddUpToTheTrueTime() {
    let seed: UInt64 = 110
    var random = SeededRandom(seed: seed)
    var strokes = StrokeQueue()
    _ = strokes.begin()
    var elapsed: UInt32 = 0
    for index in 0..<960 {
      let step = UInt32(8_000 + random.index(below: 4_000))
      _ = strokes.append(touchX: 0, y: 0, microseconds: step)
      if index > 0 { elapsed += step }
    }
    strokes.end(in: .touch, minimumSize: .zero, time: 0)
    let ticks = strokes.ink().reduce(0) { $0 + $1.ticks }
    #expect(abs(Int(ticks * 32) - Int(elapsed)) <= 64, "seed \(seed)")
  }

  @Test func timeBeforeTheFirstPointIsOfNoAccount() {
    var strokes = StrokeQueue()
    _ = strokes.begin()
    for microseconds in [UInt32(31), 1, 31] {
      _ = strokes.append(touchX: 0, y: 0, microseconds: microseconds)
    }
    strokes.end(in: .touch, minimumSize: .zero, time: 0)
    #expect(strokes.ink().map(\.ticks) == [0, 0, 1])
  }

  /// A stroke between two rests, integrated with a constant bias on top: removing drift must
  /// give back the path without the bias.
  @Test(arguments: [0.0, 2.0], [0.3, 18.0])
  func driftOfABiasIsRemoved(alpha: Double, bias: Double) throws {
    let rule = IntegrationRule(scheme: .halfStep, damping: Fixed(alpha))
    let (clean, _) = integrate(rule, bias: 0)
    let (biased, impulse) = integrate(rule, bias: bias)
    var strokes = StrokeQueue()
    _ = strokes.begin()
    for position in biased {
      _ = strokes.append(position, attitude: .identity, microseconds: 10_000)
    }
    let answer = strokes.endRun(impulse: impulse)
    let found = try #require(answer)
    #expect(abs(found.x.double / 4 - bias) < 1e-3 * bias)
    // Stored with 15 bits of the drifted position, which is 20 m off at the larger bias, moved into the
    // plane with at least 12 of them, and with times in steps of 32 µs, in which the drifting position
    // moves on.
    let step = max(1, abs(biased[149].x.double)) * 0x1p-13 + bias * 1.5 * 32e-6
    let worst = worstDistance(&strokes, from: clean, rule)
    #expect(worst < 3 * step)
    #expect(worstDistance(of: biased, from: clean) > 50 * worst, "without it the path is far off")
  }

  @Test func secondRunIsCorrectedFromTheLastRestOn() {
    let rule = IntegrationRule.undamped
    var strokes = StrokeQueue()
    _ = strokes.begin()
    let still = Vector3<23>.zero
    for _ in 0..<20 { _ = strokes.append(still, attitude: .identity, microseconds: 10_000) }
    #expect(strokes.endRun(impulse: .zero) == .zero)
    let (path, impulse) = integrate(rule, bias: 0.5)
    for position in path.dropFirst() {
      _ = strokes.append(position, attitude: .identity, microseconds: 10_000)
    }
    _ = strokes.endRun(impulse: impulse)
    let (clean, _) = integrate(rule, bias: 0)
    let expected = Array(repeating: still, count: 19) + clean
    #expect(worstDistance(&strokes, from: expected, rule) < 0.001)
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
    _ strokes: inout StrokeQueue, from path: [Vector3<23>], _ rule: IntegrationRule
  ) -> Double {
    strokes.end(in: .touch, minimumSize: .zero, time: 0)
    let (xs, ys) = (path.map { $0.x.double }, path.map { $0.y.double })
    let (minX, maxX) = (xs.min() ?? 0, xs.max() ?? 0)
    let (minY, maxY) = (ys.min() ?? 0, ys.max() ?? 0)
    let scale = max(maxX - minX, maxY - minY)
    let ink = strokes.ink(under: rule)
    guard ink.count == path.count else { return .infinity }
    return zip(ink, path).map { point, exact in
      let dx = Double(point.x) / 16_384 - (exact.x.double - minX) / scale
      let dy = Double(point.y) / 16_384 - (exact.y.double - minY) / scale
      return max(abs(dx), abs(dy)) * scale
    }.max() ?? .infinity
  }

  private func worstDistance(of a: [Vector3<23>], from b: [Vector3<23>]) -> Double {
    zip(a, b).map { ($0 &- $1).reference.length }.max() ?? 0
  }
}

import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonTraining

/// Keeps the motion of the last stroke in the air, to read it once more with each stabilizer.
struct StabilizerComparison {
  /// The ribbon of a stroke under one stabilizer.
  struct Ribbon: Encodable, Equatable {
    /// The name of the stabilizer.
    var name: String
    /// How far its end is from the end of the ribbon whose drift was removed at pen-up, cm, in the writing plane.
    var drift: Double
    /// The larger of its width and height, cm.
    var size: Double
    /// Its points, x to the right and y down, cm from its start. At most 120.
    var points: [[Double]]
  }

  /// The name of the stabilizer that drifts are measured against.
  private static let reference = "Drift removed at pen-up"
  private static let maximumPoints = 120

  /// The stabilizers that are compared, beside the ones in use.
  static let candidates: [(name: String, settings: StabilizerSettings)] = {
    func settings(_ change: (inout StabilizerSettings) -> Void) -> StabilizerSettings {
      var settings = StabilizerSettings()
      settings.removesDrift = false
      change(&settings)
      return settings
    }
    return [
      ("None, half steps", settings { _ in }),
      ("None, Euler steps", settings { $0.integration = .euler }),
      ("Damping, 2 per second", settings { $0.damping = 2 }),
      ("Speed shrinks by 0.2 m/s²", settings { $0.speedShrinkage = 0.2 }),
      ("Distance shrinks by 0.1 m/s", settings { $0.distanceShrinkage = 0.1 }),
      ("Correction at rest", settings { $0.correctsAtRest = true }),
      (reference, settings { $0.removesDrift = true }),
    ]
  }()

  private var samples: [InertialSample] = []
  private var isPenDown = false
  /// True if the stroke has more points than a recognizer holds.
  private var isTooLong = false

  /// Adds the board's motion at `sample`. True if a stroke has ended that can be compared.
  mutating func follow(_ sample: InertialSample, _ motion: BoardMotion) -> Bool {
    guard let attitude = motion.attitude, let acceleration = motion.linearAcceleration else {
      self = Self()
      return false
    }
    let sample = InertialSample(
      timestamp: sample.timestamp,
      acceleration: .linear(attitude.conjugate.rotate(acceleration)),
      angularRate: motion.fused?.angularRate ?? sample.angularRate, attitude: attitude,
      pen: motion.pen)
    defer { isPenDown = motion.pen == .down }
    guard motion.pen == .down || isPenDown else {
      // The sample before a stroke: a stroke begins where the pen goes down.
      samples = [sample]
      isTooLong = false
      return false
    }
    isTooLong = isTooLong || samples.count > StrokeQueue.strokeCapacity
    if !isTooLong { samples.append(sample) }
    return motion.pen == .up && !isTooLong
  }

  /// The ribbons of the stroke that has ended, the one with `settings` in use last. Empty if it is too short.
  func ribbons(with settings: StabilizerSettings, plane: PlaneRule) -> [Ribbon] {
    var plane = plane
    // This plane depends on the ribbon, so it would be another one for each.
    if plane.kind == .principal { plane.kind = .device }
    let all = Self.candidates + [("In use", settings)]
    let paths = all.map { ($0.name, path(under: $0.settings, plane)) }
    guard let reference = paths.first(where: { $0.0 == Self.reference })?.1.last else { return [] }
    return paths.map { name, path in
      let end = path.last ?? .zero
      let size = max(Self.extent(path.map(\.x)), Self.extent(path.map(\.y)))
      let step = max((path.count + Self.maximumPoints - 1) / Self.maximumPoints, 1)
      let places = stride(from: 0, to: path.count - 1, by: step).map { path[$0] } + [end]
      return Ribbon(
        name: name, drift: Self.rounded((end - reference).length), size: Self.rounded(size),
        points: places.map { [Self.rounded($0.x), Self.rounded($0.y)] })
    }
  }

  /// The path of the stroke in the writing plane, cm from its start, as the recognizer reads it.
  private func path(under settings: StabilizerSettings, _ plane: PlaneRule) -> [SIMD2<Double>] {
    var settings = settings
    settings.minimumSize = 0
    var recognizer = Recognizer(
      parameters: settings.parameters(writing: WritingSettings(plane: plane)))
    for sample in samples { _ = recognizer.push(sample) }
    var ink: [SIMD2<Double>] = []
    guard recognizer.finishedInk({ x, y, _ in ink.append(SIMD2(Double(x), Double(y)) * 0x1p-14) }),
      let start = ink.first
    else { return [] }
    let scale = recognizer.shapeOfLastStroke.size.double * 100
    return ink.map { ($0 - start) * scale }
  }

  private static func extent(_ values: [Double]) -> Double {
    (values.max() ?? 0) - (values.min() ?? 0)
  }

  /// A length to a hundredth of a cm.
  private static func rounded(_ length: Double) -> Double { (length * 100).rounded() / 100 }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}

/// The ribbons of the last stroke, for the page.
struct StabilizerView: Encodable {
  let kind = "stabilizers"
  /// Counts the strokes that were compared.
  var stroke: Int
  var ribbons: [StabilizerComparison.Ribbon]
}

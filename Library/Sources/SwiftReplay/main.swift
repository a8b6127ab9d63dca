import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

// Samples on standard input as 15 words each: time, what it has, force, rate, attitude, field; as quillon.h describes them. For each
// sample 13 words on standard output: the attitude by six axes and by nine, and the event: its kind or −1, label, score, margin and
// doubt, or 0. After the last one a sample's words with the attitudes 0 for each event that still waits. Library/Tests/replay.c does
// the same through C, and Library/Tests/module.py with the module for browsers.

// Embedded Swift comes without a module of the C library.
@_silgen_name("getchar") func getchar() -> Int32
@_silgen_name("putchar") @discardableResult func putchar(_ byte: Int32) -> Int32

func write(_ value: Int32) {
  for byte in 0..<4 as Range<Int32> { putchar(value >> (8 * byte) & 0xFF) }
}

func write(_ q: UnitQuaternion) {
  write(q.w.bits)
  write(q.x.bits)
  write(q.y.bits)
  write(q.z.bits)
}

func write(_ event: Event?) {
  switch event {
  case nil: for _ in 0..<5 { write(-1) }
  case .classification(let answer):
    write(0)
    write(Int32(answer.label))
    write(answer.score.bits)
    write(answer.margin.bits)
    write(answer.isRejected ? 1 : 0)
  case .rejected(let rejection):
    write(1)
    write(Int32(rejection.gate.rawValue))
    write(rejection.value.bits)
    write(0)
    write(0)
  case .abandoned(let reason):
    write(2)
    write(Int32(reason.rawValue))
    for _ in 0..<3 { write(0) }
  }
}

/// Reads a sample's words; false at the end.
func read(_ words: inout InlineArray<15, Int32>) -> Bool {
  for index in 0..<15 {
    var word: Int32 = 0
    for shift in 0..<4 as Range<Int32> {
      let byte = getchar()
      guard byte >= 0 else { return false }
      word |= byte << (8 * shift)
    }
    words[index] = word
  }
  return true
}

extension InlineArray<15, Int32> {
  /// The vector that begins at word `index`.
  func vector<let f: Int>(_ index: Int) -> Vector3<f> {
    Vector3(Fixed(bits: self[index]), Fixed(bits: self[index + 1]), Fixed(bits: self[index + 2]))
  }
}

func replay() {
  var six = SixAxisAHRS()
  var nine = MotionFusion(.init(frame: .magneticNorth))
  var recognizer = Recognizer(model: PackedModel.airBoard)
  var words = InlineArray<15, Int32>(repeating: 0)
  while read(&words) {
    let (force, rate) = (words.vector(2) as Vector3<23>, words.vector(5) as Vector3<25>)
    let time = UInt32(bitPattern: words[0])
    six.push(timestamp: time, specificForce: force, angularRate: rate)
    write(six.attitude)
    var sample = InertialSample(
      timestamp: time, acceleration: .specificForce(force), angularRate: rate,
      magneticField: words.vector(12), pen: words[1] & 8 != 0 ? .down : .up)
    write(nine.push(sample)?.attitude ?? .identity)
    sample.magneticField = nil
    write(recognizer.push(sample))
  }
  while let event = recognizer.finish() {
    for _ in 0..<8 { write(0) }
    write(event)
  }
}

replay()

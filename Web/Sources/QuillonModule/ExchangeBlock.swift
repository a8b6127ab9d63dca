import QuillonNumerics

/// The words through which the module and a page exchange numbers. They stay at one address. WEB.md in firmware-docs
/// describes them for the page.
enum ExchangeBlock {
  /// The version of the exports and of this layout. It grows when either changes.
  static var version: Int32 { 2 }

  /// A word of the block, by its index.
  enum Word: Int {
    case version = 0
    case event = 1
    case label = 2
    case score = 3
    case margin = 4
    case isRejected = 5
    case reason = 6
    case value = 7
    case scoreCount = 8
    case inkCount = 19
    case size = 20
    case isTooSmall = 21
    case endTime = 22
    case status = 23
    case attitude = 24
    case gravity = 28
    case linearAcceleration = 31
    case angularRate = 34
    case position = 37
    case ribbon = 40
    case pen = 43
    case pointCount = 44
    case format = 45
    case shortcoming = 46
    case acceptedBytes = 47
    case rejectedBytes = 48
    case sampleTime = 49
    case sampleContent = 50
    case sampleAcceleration = 51
    case sampleRate = 54
    case sampleAttitude = 57
    case modelID = 61
    case trainingUpdates = 62
    case weightBytes = 63
    case labelBytes = 64
    case sampleCount = 65
    case labels = 66
    case scores = 72
  }

  /// How many labels are reported, the best first.
  static var rankCount: Int { 6 }
  /// The most points of ink that are kept: two full strokes.
  static var inkCapacity: Int { 1_920 }
  /// The most bytes of text, of a board or of a person's weights.
  static var byteCapacity: Int { 16_384 }
  /// The index of the first word of the bytes, and of the ink.
  static var firstByteWord: Int { 80 }
  static var firstInkWord: Int { firstByteWord &+ byteCapacity / 4 }

  nonisolated(unsafe) private static var words = InlineArray<6_096, Int32>(repeating: 0)

  /// The address of the block.
  static var address: UnsafeMutableRawPointer {
    withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0) }
  }

  /// The word at `place`, which the caller keeps within the block.
  static subscript(place: Int) -> Int32 {
    get { address.load(fromByteOffset: 4 &* place, as: Int32.self) }
    set { address.storeBytes(of: newValue, toByteOffset: 4 &* place, as: Int32.self) }
  }

  /// A word by its name, or one that follows it.
  static subscript(word: Word, offset: Int = 0) -> Int32 {
    get { self[word.rawValue &+ offset] }
    set { self[word.rawValue &+ offset] = newValue }
  }

  /// Sets three words to a vector.
  @inline(never)
  static func set<let f: Int>(_ word: Word, _ vector: Vector3<f>) {
    self[word] = vector.x.bits
    self[word, 1] = vector.y.bits
    self[word, 2] = vector.z.bits
  }

  /// Sets four words to an attitude: w, x, y, z.
  @inline(never)
  static func set(_ word: Word, _ attitude: UnitQuaternion) {
    self[word] = attitude.w.bits
    self[word, 1] = attitude.x.bits
    self[word, 2] = attitude.y.bits
    self[word, 3] = attitude.z.bits
  }

  /// The bytes of the block. They hold what a board sent, labels, or a person's weights.
  static var bytes: UnsafeMutableBufferPointer<UInt8> {
    let start = address.advanced(by: 4 &* firstByteWord)
    return UnsafeMutableBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: byteCapacity)
  }
}

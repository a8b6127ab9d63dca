import QuillonNumerics

/// Writes all letters and digests every word that the module reports, for comparing machines.
enum SelfTest {
  nonisolated(unsafe) private static var digest: UInt32 = 0
  nonisolated(unsafe) private static var time: UInt32 = 0
  nonisolated(unsafe) private static var noise: UInt32 = 1

  /// The corners of the letters on a grid of 7 × 7, two digits each, x and y down. `-` lifts the pen.
  private static var letters: StaticString {
    """
    063066-1454 0600504233031333636606 6010010516566343 0600405262564606 60000666-0343 600006-0343 \
    6010010516566343 0006-6066-0363 3036 505435260504 0006-600366 000666 0600336066 06006660 \
    2001052646644020 0600505303 2001052646644020-4466 06005053-0366 6010021353654616 0060-3036 \
    000526466460 003660 0016334660 0066-6006 0033-603336 00600666
    """
  }

  /// FNV-1a over all words that the module reports; 0 for a model that does not exist.
  static func run(model: Int32) -> UInt32 {
    (digest, time, noise) = (0x811C_9DC5, 0, 1)
    guard create(model: model) == 1 else { return 0 }
    settings(pen: 0, penUpTime: 400, gates: 0)
    letters.withUTF8Buffer { text in
      draw(text)
      rest(samples: 400)
      write(text)
    }
    return digest
  }

  @inline(never)
  private static func add() {
    for place in 1..<ExchangeBlock.Word.scores.rawValue &+ ExchangeBlock.rankCount {
      add(ExchangeBlock[place])
    }
    guard ExchangeBlock[.event] != 0 else { return }
    for place in 0..<Int(ExchangeBlock[.inkCount]) {
      add(ExchangeBlock[ExchangeBlock.firstInkWord &+ place])
    }
    // Teach what was read second, so that the person's layer takes part.
    if ExchangeBlock[.scoreCount] > 1 { add(teach(label: ExchangeBlock[.labels, 1])) }
  }

  @inline(never)
  private static func add(_ word: Int32) {
    digest = (digest ^ UInt32(bitPattern: word)) &* 0x0100_0193
  }

  // MARK: A touch surface

  @inline(never)
  private static func draw(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var (x, y): (Int32, Int32) = (0, 0)
    var isDown = false
    while index < text.count {
      let byte = text[index]
      if byte == 0x20 || byte == 0x2D {
        isDown = false
        touch(x, y, pen: 0, after: byte == 0x20 ? 500_000 : 100_000)
        index &+= 1
      } else if index &+ 1 < text.count, text[index &+ 1] >= 0x30 {
        let (newX, newY) = (Int32(byte &- 0x30) &* 512, Int32(text[index &+ 1] &- 0x30) &* 512)
        for step in 1...12 as ClosedRange<Int32> where isDown {
          touch(x &+ (newX &- x) &* step / 12, y &+ (newY &- y) &* step / 12, pen: 1, after: 12_000)
        }
        (x, y) = (newX, newY)
        if !isDown { touch(x, y, pen: 1, after: 12_000) }
        isDown = true
        index &+= 2
      } else {
        index &+= 1
      }
    }
    touch(x, y, pen: 0, after: 500_000)
    if finish(isTouch: 1) == 1 { add() }
  }

  @inline(never)
  private static func touch(_ x: Int32, _ y: Int32, pen: Int32, after step: UInt32) {
    time &+= step
    _ = pushTouch(time: time, x: x, y: y, pen: pen, minimumSize: 800)
    add()
  }

  // MARK: The air

  @inline(never)
  private static func rest(samples: Int32) {
    for _ in 0..<samples { sample(0, 0, pen: 0) }
  }

  /// Each edge is 0.1 s of acceleration and 0.1 s of braking; 0.05 m to a step of the grid.
  @inline(never)
  private static func write(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var (x, y): (Int32, Int32) = (0, 0)
    var isDown = false
    while index < text.count {
      let byte = text[index]
      if byte >= 0x30, index &+ 1 < text.count, text[index &+ 1] >= 0x30 {
        let (newX, newY) = (Int32(byte &- 0x30), Int32(text[index &+ 1] &- 0x30))
        if isDown { edge(right: newX &- x, up: y &- newY) }
        (x, y) = (newX, newY)
        isDown = true
        index &+= 2
      } else {
        if byte == 0x20 {
          isDown = false
          rest(samples: 60)
        }
        index &+= 1
      }
    }
    rest(samples: 100)
    if finish(isTouch: 0) == 1 { add() }
  }

  @inline(never)
  private static func edge(right: Int32, up: Int32) {
    for _ in 0..<10 { sample(right, up, pen: 1) }
    for _ in 0..<10 { sample(0 &- right, 0 &- up, pen: 1) }
  }

  /// A step of the grid in two halves of 0.1 s: 5 m/s². The screen faces the hand; up is y.
  @inline(never)
  private static func sample(_ right: Int32, _ up: Int32, pen: Int32) {
    time &+= 10_000
    noise = noise &* 1_664_525 &+ 1_013_904_223
    let unevenness = Int32(bitPattern: noise) &>> 16
    _ = pushRaw(
      time: time, ax: right &* 5 &<< 23 &+ unevenness,
      ay: 82_264_143 &+ up &* 5 &<< 23 &- unevenness,
      az: unevenness &>> 1, gx: unevenness, gy: 0 &- unevenness, gz: unevenness &>> 2, pen: pen)
    add()
  }
}

import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecordings

/// What a stroke was read from, as far as it can be read again and learned from.
enum StrokeSource: Equatable, Sendable {
  /// The board's motion: linear acceleration and attitude, the pen down in every row.
  case motion([TraceRow])
  /// What was drawn with a pointer: pixels, y down, and s.
  case drawn([InkSample.Stroke])
}

/// The motion of the last seconds, from which strokes are cut when they are known to be letters.
struct MotionBuffer {
  /// How many samples are kept: 12 s at 125 samples a second.
  private static let capacity = 1_500

  private var rows: [TraceRow] = []

  /// Adds the board's motion at a sample of time `time`, s. Motion without attitude is left out.
  mutating func add(_ motion: BoardMotion, time: Double) {
    guard let attitude = motion.attitude, let acceleration = motion.linearAcceleration else {
      return
    }
    var row = TraceRow(time: time)
    row.attitude = attitude.double
    row.linearAcceleration = attitude.conjugate.rotate(acceleration).double
    row.isPenDown = motion.pen == .down
    if rows.count == 2 * Self.capacity { rows.removeFirst(Self.capacity) }
    rows.append(row)
  }

  /// Forgets all: another connection's time begins anew.
  mutating func clear() { rows = [] }

  /// The motion of the letter that was complete at `end`, s; nil if it is not known.
  ///
  /// - Parameters:
  ///   - beginning: when it began, s, if the motion found it. Else it is what was written with the pen down.
  ///   - penUpTime: how long the pen may be up within a letter, s.
  func stroke(from beginning: Double?, to end: Double, penUpTime: Double) -> StrokeSource? {
    // Times of the core are whole µs, its sums of time steps up to 64 µs short.
    let known = rows.prefix { $0.time < end + 1e-4 }
    let first: Int
    if let beginning {
      first = known.firstIndex { $0.time > beginning - 1e-4 } ?? known.endIndex
    } else {
      first = Self.firstDown(of: known, penUpTime: penUpTime)
    }
    let last = beginning == nil ? known.lastIndex { $0.isPenDown == true } : known.indices.last
    guard let last, first <= last else { return nil }
    return .motion(
      known[first...last].map { row in
        var row = row
        row.isPenDown = true
        return row
      })
  }

  /// The first row of the last runs with the pen down between which it is up for no longer than `penUpTime`.
  private static func firstDown(of rows: ArraySlice<TraceRow>, penUpTime: Double) -> Int {
    var first = rows.endIndex
    var lastDown: Double?
    for index in rows.indices.reversed() {
      if rows[index].isPenDown == true {
        (first, lastDown) = (index, rows[index].time)
      } else if let lastDown, lastDown - rows[index].time > penUpTime {
        break
      }
    }
    return first
  }
}

/// The points of the letter that is being drawn on the page.
struct DrawnLetter {
  private var strokes: [InkSample.Stroke] = []
  private var isDown = false

  /// Adds a pointer's next point.
  mutating func add(_ point: TouchPoint) {
    defer { isDown = point.isDown }
    guard point.isDown || isDown else { return }
    if !isDown { strokes.append(InkSample.Stroke(isPenDown: true, points: [])) }
    strokes[strokes.count - 1].points.append(
      InkSample.Point(x: point.x, y: point.y, time: Double(point.time) * 1e-6))
  }

  /// The strokes so far, which are then forgotten.
  mutating func take() -> StrokeSource {
    defer { strokes = [] }
    return .drawn(strokes)
  }
}

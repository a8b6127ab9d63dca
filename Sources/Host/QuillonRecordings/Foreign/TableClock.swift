/// The times of a table's rows, which go on where the clock of the table begins again.
struct TableClock {
  /// A number of a table's time, and whether it is a time of day.
  typealias Written = (number: Double, isOfDay: Bool)

  /// Where counters begin again: 16, 24 and 32 bits, and 32 bits of µs or ms that were divided.
  private static let ends = [65_536, 16_777_216, 4_294_967_296, 4_294_967.296, 4_294.967_296]
  /// How much of its range a counter may be away from its end and its beginning.
  private static let margin = 0.01
  /// A time that goes back by more steps than this begins again, if the next row goes on from there.
  private static let back = 100.0

  private var last: Double?
  private var (offset, step) = (0.0, 0.0)
  private var (midnights, noons, ends, restarts) = (0, 0, 0, 0)

  /// A clock before the first row.
  init() {}

  /// The time of the next row, in the unit of the table. Nil if it goes back.
  ///
  /// - Parameters:
  ///   - written: The time in the row.
  ///   - next: Returns the time in the next row.
  mutating func time(_ written: Written, next: () -> Written?) -> Double? {
    guard let last else {
      self.last = written.number
      return written.number
    }
    if written.number + offset < last { begin(written, after: last, next) }
    let time = written.number + offset
    guard time >= last else { return nil }
    if time > last { step = time - last }
    self.last = time
    return time
  }

  private mutating func begin(_ written: Written, after last: Double, _ next: () -> Written?) {
    let before = last - offset
    if written.isOfDay, before - written.number > 43_200 {
      offset += 86_400
      midnights += 1
    } else if written.isOfDay, (43_200..<46_800).contains(before),
      (0..<60).contains(written.number + 43_200 - before)
    {
      offset += 43_200
      noons += 1
    } else if let end = Self.ends.first(where: {
      before < $0 && before > (1 - Self.margin) * $0 && written.number >= 0
        && written.number < Self.margin * $0
    }) {
      offset += end
      ends += 1
    } else if before - written.number > Self.back * step, step > 0, let next = next(),
      next.number >= written.number, next.number - written.number < 10 * step
    {
      offset = last + Self.back * step - written.number
      restarts += 1
    }
  }

  /// Remarks on the times, for people.
  var remarks: [String] {
    [
      (midnights, "the time of day passes midnight: it goes on"),
      (noons, "the time of day goes from 12 to 1 o'clock: it goes on"),
      (ends, "the time begins again at the end of its counter: it goes on"),
      (
        restarts,
        "the time begins again \(restarts) times, as after a restart: the rows after it are read, too, behind a gap"
      ),
    ].compactMap { $0.0 > 0 ? $0.1 : nil }
  }
}

/// Up to 24 numbers of one line or message, in place.
struct NumberRow {
  /// The capacity.
  static var capacity: Int { 24 }

  private var storage = InlineArray<24, WireNumber>(repeating: .missing)
  /// How many numbers there are, 0…24.
  private(set) var count = 0

  /// Removes the numbers. Reuse the row this way, because creating one takes long.
  mutating func removeAll() { count = 0 }

  /// Adds a number. Returns false and changes nothing if the row is full.
  @discardableResult
  mutating func append(_ number: WireNumber) -> Bool {
    guard count >= 0, count < Self.capacity else { return false }
    storage[count] = number
    count &+= 1
    return true
  }

  /// Adds a number at `index`, which must be `count` and below the capacity.
  @inline(__always)
  mutating func put(_ number: WireNumber, at index: Int) {
    guard index >= 0, index < Self.capacity else { return }
    storage[index] = number
    count = index &+ 1
  }

  /// The number at `index`, which must be below `count`; numbers beyond it are old. Missing if
  /// `index` is out of range.
  subscript(index: Int) -> WireNumber {
    @inline(__always) mutating get {
      index >= 0 && index < Self.capacity ? storage[index] : .missing
    }
  }
}

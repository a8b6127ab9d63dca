/// Up to 24 numbers of one line or message, in place.
struct NumberRow {
  /// How many it can hold.
  static var capacity: Int { 24 }

  private var storage = InlineArray<24, WireNumber>(repeating: .missing)
  /// How many it holds.
  private(set) var count = 0

  /// Adds a number. False, and nothing changed, when the row is full.
  @discardableResult
  mutating func append(_ number: WireNumber) -> Bool {
    guard count >= 0, count < Self.capacity else { return false }
    storage[count] = number
    count &+= 1
    return true
  }

  /// The number at `index`; missing where there is none. Setting one beyond the capacity changes nothing.
  subscript(index: Int) -> WireNumber {
    mutating get { index >= 0 && index < Self.capacity ? storage[index] : .missing }
    set {
      guard index >= 0, index < Self.capacity else { return }
      storage[index] = newValue
    }
  }
}

/// What a search for chips found: each address that answered, with the register that was read and its value.
public struct ChipSearch: Equatable, Sendable {
  /// An answer.
  public struct Answer: Equatable, Sendable {
    /// The 7-bit address that answered.
    public var address: UInt8
    /// The register that was asked for the identity.
    public var register: UInt8
    /// What the register gave.
    public var identity: UInt8
  }

  private var answers = InlineArray<8, Answer>(
    repeating: Answer(address: 0, register: 0, identity: 0))
  /// How many answers there were, at most 8. Equal ones count once.
  public private(set) var count = 0
  /// True if a line was held low.
  public internal(set) var isBusHeld = false

  /// A search without answers.
  public init() {}

  /// The answer at `index`; nil from `count` on.
  public subscript(index: Int) -> Answer? {
    index >= 0 && index < count && index < 8 ? answers[index & 7] : nil
  }

  /// Notes an answer. Repeated answers, and answers beyond the capacity, are left out.
  @inline(never)
  mutating func note(address: UInt8, register: UInt8, identity: UInt8) {
    let answer = Answer(address: address, register: register, identity: identity)
    var index = 0
    while index < count {
      if answers[index & 7] == answer { return }
      index &+= 1
    }
    guard count < 8 else { return }
    answers[count & 7] = answer
    count &+= 1
  }

  public static func == (a: Self, b: Self) -> Bool {
    guard a.count == b.count, a.isBusHeld == b.isBusHeld else { return false }
    var index = 0
    while index < a.count {
      if a[index] != b[index] { return false }
      index &+= 1
    }
    return true
  }
}

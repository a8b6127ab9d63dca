import QuillonNumerics

/// By how much to change the scores of one example so that the meant label leads every rival.
///
/// Each rival that comes too near shares in an update in proportion to its shortfall v. An update
/// goes half the way to the wanted margin, averaged over the rivals with these shares. So no single
/// rival pays for the others, and an example that differs from the writer's other examples is not
/// trusted fully at once. Yet after the updates it is classified as it was meant.
struct ScoreCorrection<let rows: Int> {
  /// The most updates once the meant label leads. They leave an eighth of the shortfall.
  private static var usual: Int { 3 }
  /// The most updates while the meant label does not lead.
  private static var most: Int { 12 }

  private var scores: InlineArray<rows, Int32>
  /// The change of each score, in the model's steps. The scores of rivals fall, together by as much
  /// as the score of the meant label rises.
  private(set) var changes = InlineArray<rows, Int32>(repeating: 0)
  private let count: Int
  private let truth: Int
  private let margin: Int32

  /// A correction without changes.
  ///
  /// - Parameters:
  ///   - scores: The first `count` of them are used, 1…`rows`, in the model's steps.
  ///   - count: The number of scores.
  ///   - truth: The index of the meant label, 0..<`count`.
  ///   - margin: By how much the meant label should lead, in the model's steps.
  init(_ scores: InlineArray<rows, Int32>, count: Int, truth: Int, margin: Int32) {
    self.scores = scores
    self.count = count
    self.truth = truth
    self.margin = margin
  }

  /// Corrects the scores; false if there was nothing to correct.
  mutating func run() -> Bool {
    var updates = 0
    while updates < Self.most {
      let largest = largestShortfall()
      guard largest > 0, updates < Self.usual || largest >= margin else { break }
      update(largest)
      updates &+= 1
    }
    return updates > 0
  }

  /// One update. `largest` is the largest shortfall, above 0.
  ///
  /// With the shares v/Σv, the mean shortfall of the rivals is Σv²/Σv. A rise r of the meant label,
  /// shared by the rivals as a fall, reduces it by r (1 + Σv²/(Σv)²). r = ½ρ Σv with ρ =
  /// Σv²/((Σv)² + Σv²), 0…½, halves it: a rival falls by ½ρ v.
  ///
  /// For ρ, the v are shifted right until 10 bits are left: (40 · 1,023)² + 40 · 1,023² < 2³¹. With
  /// more than 40 rivals 9 bits are left: (72 · 511)² + 72 · 511² < 2³¹.
  private mutating func update(_ largest: Int32) {
    var shift: Int32 = 0
    while largest &>> shift > (count > 41 ? 511 : 1_023) { shift &+= 1 }
    var (sum, squares): (Int32, Int32) = (0, 0)
    var label = 0
    while label < count {
      let part = Swift.max(shortfall(label), 0) &>> shift
      sum &+= part
      squares &+= part &* part
      label &+= 1
    }
    assert(Int64(sum) * Int64(sum) + Int64(squares) < 1 << 31)
    let whole = Fixed<0>(bits: sum &* sum &+ squares)
    let ratio: Fixed<30> = Fixed<0>(bits: squares).divided(by: whole)
    var rise = Fixed<0>.zero
    let lead = scores[unchecked: truth]
    label = 0
    while label < count {
      let missing = shortfall(label, behind: lead)
      if missing > 0 {
        // Q.0 × Q.30, one term below 2⁶¹, halved.
        let fall = Fixed<0>(bits: WideSum(missing, times: ratio.bits).saturated(dropping: 31))
        rise = rise.addingWithSaturation(fall)
        add(Fixed(bits: 0 &- fall.bits), to: label)
      }
      label &+= 1
    }
    add(rise, to: truth)
  }

  private mutating func add(_ change: Fixed<0>, to label: Int) {
    scores[unchecked: label] =
      Fixed<0>(bits: scores[unchecked: label]).addingWithSaturation(change).bits
    changes[unchecked: label] =
      Fixed<0>(bits: changes[unchecked: label]).addingWithSaturation(change).bits
  }

  private mutating func largestShortfall() -> Int32 {
    var largest = Int32.min
    var label = 0
    while label < count {
      largest = Swift.max(largest, shortfall(label))
      label &+= 1
    }
    return largest
  }

  private mutating func shortfall(_ label: Int) -> Int32 {
    shortfall(label, behind: scores[unchecked: truth])
  }

  /// The shortfall of a rival: how much nearer it is to the score `lead` than allowed. Not above 0
  /// if it is not too near, or if it is not a rival.
  private mutating func shortfall(_ label: Int, behind lead: Int32) -> Int32 {
    guard label != truth else { return .min }
    let ahead = Fixed<0>(bits: scores[unchecked: label])
      .subtractingWithSaturation(Fixed(bits: lead))
    return Fixed<0>(bits: margin).addingWithSaturation(ahead).bits
  }
}

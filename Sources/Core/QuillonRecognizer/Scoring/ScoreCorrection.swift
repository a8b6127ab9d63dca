import QuillonNumerics

/// By how much one example's scores are to change so that what was meant leads every rival.
///
/// Each rival that comes too near shares in an update by as much as it does so (v), and an update goes half the way to
/// the margin that is wanted of them, weighted by their shares. So no single rival pays for the others, and an
/// example that is unlike the writer's others is not believed at once; yet it is read as it was meant afterwards.
struct ScoreCorrection {
  /// How many updates there are at most once what was meant leads: an eighth of what was missing is left.
  private static var usual: Int { 3 }
  /// How many there are at most while it does not.
  private static var most: Int { 12 }

  private var scores: InlineArray<41, Int32>
  /// What is added to each score, in the model's steps: those of rivals fall, together by as much as
  /// that of what was meant rises.
  private(set) var changes = InlineArray<41, Int32>(repeating: 0)
  private let count: Int
  private let truth: Int
  private let margin: Int32

  /// Nothing changed yet.
  ///
  /// - Parameters:
  ///   - scores: the first `count` of them, 1…41, in the model's steps.
  ///   - truth: which of them is that of what was meant, 0..<`count`.
  ///   - margin: by how much it is to lead.
  init(_ scores: InlineArray<41, Int32>, count: Int, truth: Int, margin: Int32) {
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

  /// One update, where the largest shortfall is `largest`, above 0.
  ///
  /// With the shares v/Σv the rivals together miss Σv²/Σv, and a rise r of what was meant, shared by them as a fall,
  /// makes up r (1 + Σv²/(Σv)²) of it. Half of it is made up by r = ½ρ Σv, ρ = Σv²/((Σv)² + Σv²), 0…½: a rival
  /// falls by ½ρ v.
  ///
  /// For ρ the v lose as many bits as leave 10: (40 · 1,023)² + 40 · 1,023² < 2³¹.
  private mutating func update(_ largest: Int32) {
    var shift: Int32 = 0
    while largest &>> shift > 1_023 { shift &+= 1 }
    var (sum, squares): (Int32, Int32) = (0, 0)
    var label = 0
    while label < count {
      let part = Swift.max(shortfall(label), 0) &>> shift
      sum &+= part
      squares &+= part &* part
      label &+= 1
    }
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

  /// By how much a rival is nearer to the score `lead` than it may be; not above 0 if it is not, or is no rival.
  private mutating func shortfall(_ label: Int, behind lead: Int32) -> Int32 {
    guard label != truth else { return .min }
    let ahead = Fixed<0>(bits: scores[unchecked: label])
      .subtractingWithSaturation(Fixed(bits: lead))
    return Fixed<0>(bits: margin).addingWithSaturation(ahead).bits
  }
}

/// Whether a key is held, as far as a terminal tells: it sends a character when the key goes down and again and
/// again while it is held, but nothing when it is let go.
///
/// The first repetition takes long (250 ms on a console, 500 to 660 ms on desktops), the next ones come every
/// 25 to 100 ms. So the key counts as held for ``firstHold`` after its first character, and for ``hold`` after each
/// one that follows; that is how long a stroke goes on when the key is let go.
public struct HeldKey: Sendable {
  /// How long a key counts as held after its first character.
  public static let firstHold = Duration.milliseconds(700)
  /// How long it does after a repeated one.
  public static let hold = Duration.milliseconds(200)

  private var end: ContinuousClock.Instant?

  /// A key that has not been touched.
  public init() {}

  /// The key's character came at `moment`, which must not be before the last one.
  public mutating func press(at moment: ContinuousClock.Instant) {
    end = moment + (isHeld(at: moment) ? Self.hold : Self.firstHold)
  }

  /// Whether the key is held at `moment`.
  public func isHeld(at moment: ContinuousClock.Instant) -> Bool {
    end.map { moment < $0 } ?? false
  }
}

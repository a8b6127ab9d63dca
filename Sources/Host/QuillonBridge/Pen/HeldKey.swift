/// Whether a key is held, as far as a terminal shows it. A terminal sends a character when the key
/// goes down and repeats it while the key is held. It sends nothing when the key is released.
///
/// The first repetition comes after 250 ms on a console and after 500 to 660 ms on desktops. The
/// next ones come every 25 to 100 ms. So the key counts as held for ``firstHold`` after the first
/// character and for ``hold`` after each later one. A stroke goes on for this time after the key is
/// released.
public struct HeldKey: Sendable {
  /// How long a key counts as held after its first character.
  public static let firstHold = Duration.milliseconds(700)
  /// How long a key counts as held after a repeated character.
  public static let hold = Duration.milliseconds(200)

  private var end: ContinuousClock.Instant?

  /// A key that has not been pressed.
  public init() {}

  /// Handles a character of the key.
  ///
  /// - Parameter moment: When the character came. It must not be before the last one.
  public mutating func press(at moment: ContinuousClock.Instant) {
    end = moment + (isHeld(at: moment) ? Self.hold : Self.firstHold)
  }

  /// Whether the key counts as held.
  ///
  /// - Parameter moment: The time to test.
  public func isHeld(at moment: ContinuousClock.Instant) -> Bool {
    end.map { moment < $0 } ?? false
  }
}

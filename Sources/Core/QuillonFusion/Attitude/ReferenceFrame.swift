import QuillonNumerics

/// The reference frame of an attitude. The z axis always points up. The frames differ in where x
/// points. They are those of Core Motion, in its order.
public enum ReferenceFrame: Equatable, Sendable {
  /// x points anywhere. Its direction is chosen at the start and drifts with the remaining
  /// gyroscope bias.
  case arbitrary
  /// x points anywhere, but the magnetic field then holds it there. The heading never jumps, not
  /// even when the field is first accepted.
  case arbitraryCorrected
  /// x points to magnetic north, y west.
  case magneticNorth
  /// x points to true north, y west. Magnetic north is east of true north by the declination, rad,
  /// Q2.29. The declination depends on the place and slowly on the year.
  case trueNorth(declination: Fixed<29>)

  /// True if the attitude uses the magnetic field: 9 axes instead of 6.
  public var usesField: Bool { self != .arbitrary }

  /// True if x points north, so that there is a heading.
  public var hasNorth: Bool {
    switch self {
    case .arbitrary, .arbitraryCorrected: false
    case .magneticNorth, .trueNorth: true
    }
  }

  /// The turn from the filter's earth frame, x east and y to magnetic north, to this frame.
  ///
  /// Seen from above, magnetic north is a quarter turn counterclockwise of east, and true north is
  /// further by the declination. Turning the axes by an angle turns the coordinates back by it. π/2
  /// in Q2.29; the sum saturates.
  var turnFromEarth: VerticalTurn {
    let quarterTurn = Fixed<29>(bits: 843_314_857)
    return switch self {
    case .arbitrary, .arbitraryCorrected: .none
    case .magneticNorth: VerticalTurn(by: quarterTurn.negatedWithSaturation)
    case .trueNorth(let declination):
      VerticalTurn(by: quarterTurn.addingWithSaturation(declination).negatedWithSaturation)
    }
  }
}

/// A set of reference frames, for finding out before the start which ones are available.
public struct ReferenceFrames: OptionSet, Sendable {
  /// A bit for each frame.
  public let rawValue: UInt8

  /// The frames whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `ReferenceFrame.arbitrary`.
  public static var arbitrary: Self { Self(rawValue: 1) }
  /// `ReferenceFrame.arbitraryCorrected`.
  public static var arbitraryCorrected: Self { Self(rawValue: 2) }
  /// `ReferenceFrame.magneticNorth`.
  public static var magneticNorth: Self { Self(rawValue: 4) }
  /// `ReferenceFrame.trueNorth`.
  public static var trueNorth: Self { Self(rawValue: 8) }

  /// The frames that a board with an accelerometer supports.
  ///
  /// - Parameters:
  ///   - hasAngularRate: True if it has a gyroscope. Without one no frame is available.
  ///   - hasMagneticField: True if it has a magnetometer.
  ///   - isDeclinationKnown: True if the magnetic declination of the place is known.
  public static func available(
    hasAngularRate: Bool, hasMagneticField: Bool, isDeclinationKnown: Bool
  ) -> Self {
    guard hasAngularRate else { return [] }
    guard hasMagneticField else { return .arbitrary }
    let withoutPlace: Self = [.arbitrary, .arbitraryCorrected, .magneticNorth]
    return isDeclinationKnown ? withoutPlace.union(.trueNorth) : withoutPlace
  }

  /// True if `frame` is in the set.
  public func contains(_ frame: ReferenceFrame) -> Bool {
    switch frame {
    case .arbitrary: contains(.arbitrary as Self)
    case .arbitraryCorrected: contains(.arbitraryCorrected as Self)
    case .magneticNorth: contains(.magneticNorth as Self)
    case .trueNorth: contains(.trueNorth as Self)
    }
  }
}

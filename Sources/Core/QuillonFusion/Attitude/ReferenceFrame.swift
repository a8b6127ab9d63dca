import QuillonNumerics

/// What an attitude is measured against. The z axis always points up; the frames differ in where x
/// points. They are those of Core Motion, in its order.
public enum ReferenceFrame: Equatable, Sendable {
  /// Anywhere: where it points is decided at the start, and drifts from there by what is left of the
  /// gyroscope's bias.
  case arbitrary
  /// Anywhere as well, but from then on held there by the magnetic field. The heading never jumps, not
  /// even when the field is first believed.
  case arbitraryCorrected
  /// To magnetic north; y points west.
  case magneticNorth
  /// To true north; y points west. Magnetic north lies by the declination east of it, rad, Q2.29, which
  /// depends on the place and slowly on the year.
  case trueNorth(declination: Fixed<29>)

  /// True when the magnetic field has a part in the attitude: 9 axes instead of 6.
  public var usesField: Bool { self != .arbitrary }

  /// True when x points north, so that there is a heading.
  public var hasNorth: Bool {
    switch self {
    case .arbitrary, .arbitraryCorrected: false
    case .magneticNorth, .trueNorth: true
    }
  }

  /// What turns the filter's earth, x east and y to magnetic north, into this frame.
  ///
  /// Seen from above, north lies a quarter turn counterclockwise of east and true north by the
  /// declination more; turning the axes so far is turning what they measure back. π/2 in Q2.29; the sum
  /// saturates.
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

/// A choice of reference frames, for asking before the start which ones there can be.
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

  /// The frames that can be had from a board with an accelerometer.
  ///
  /// - Parameters:
  ///   - hasAngularRate: whether it has a gyroscope; without one there is no frame at all.
  ///   - hasMagneticField: whether it has a magnetometer.
  ///   - isDeclinationKnown: whether the magnetic declination of the place is known.
  public static func available(
    hasAngularRate: Bool, hasMagneticField: Bool, isDeclinationKnown: Bool
  ) -> Self {
    guard hasAngularRate else { return [] }
    guard hasMagneticField else { return .arbitrary }
    let withoutPlace: Self = [.arbitrary, .arbitraryCorrected, .magneticNorth]
    return isDeclinationKnown ? withoutPlace.union(.trueNorth) : withoutPlace
  }

  /// True when `frame` is among them.
  public func contains(_ frame: ReferenceFrame) -> Bool {
    switch frame {
    case .arbitrary: contains(.arbitrary as Self)
    case .arbitraryCorrected: contains(.arbitraryCorrected as Self)
    case .magneticNorth: contains(.magneticNorth as Self)
    case .trueNorth: contains(.trueNorth as Self)
    }
  }
}

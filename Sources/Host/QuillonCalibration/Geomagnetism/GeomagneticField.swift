import Foundation

/// The Earth's magnetic field at one place and time, in the local frame of the ellipsoid.
public struct GeomagneticField: Equatable, Sendable {
  /// The component toward true north, nT.
  public var north: Double
  /// The component toward the east, nT.
  public var east: Double
  /// The component downward, nT.
  public var down: Double

  /// The angle from true to magnetic north, degrees, east positive, −180…180. A magnetic heading
  /// plus this angle is the true heading.
  public var declination: Double { atan2(east, north) * 180 / .pi }

  /// The angle from the horizontal down to the field, degrees, −90…90.
  public var inclination: Double { atan2(down, horizontal) * 180 / .pi }

  /// The strength of the horizontal component, nT.
  public var horizontal: Double { (north * north + east * east).squareRoot() }

  /// The total strength, nT.
  public var total: Double { (horizontal * horizontal + down * down).squareRoot() }

  /// How far a compass can be trusted here.
  public var zone: Zone {
    horizontal < 2000 ? .blackout : horizontal < 6000 ? .caution : .reliable
  }

  /// The zones around the magnetic poles, as the WMM report draws them.
  public enum Zone: String, Sendable {
    /// The horizontal field is at least 6,000 nT.
    case reliable
    /// 2,000 to 6,000 nT: a compass may err by several degrees.
    case caution
    /// Below 2,000 nT: neither a compass nor the declination can be trusted.
    case blackout
  }
}

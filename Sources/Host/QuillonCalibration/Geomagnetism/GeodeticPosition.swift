import Foundation

/// A place by latitude, longitude and altitude on the ellipsoid WGS 84.
public struct GeodeticPosition: Equatable, Sendable {
  /// Degrees, −90…90, north positive.
  public let latitude: Double
  /// Degrees, −180…360, east positive.
  public let longitude: Double
  /// Kilometers above the ellipsoid, which differs from mean sea level by up to 0.1.
  public let altitude: Double

  /// A place; nil when latitude or longitude is none, or the altitude is outside −1…850 km, where the
  /// model holds.
  public init?(latitude: Double, longitude: Double, altitude: Double = 0) {
    guard (-90...90).contains(latitude), (-180...360).contains(longitude),
      (-1...850).contains(altitude)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }
}

/// The same place as seen from the center of the Earth.
struct SphericalPosition {
  /// Distance from the center, km.
  var radius: Double
  /// Angle from the north pole: its cosine and sine, exact at the poles.
  var cosine: Double
  var sine: Double
  /// East positive, rad.
  var longitude: Double
  /// By how much the vertical of the ellipsoid leans against the line from the center: geocentric
  /// minus geodetic latitude, rad.
  var lean: Double

  /// The formulas of the WMM report, equations 7 and 8.
  init(_ position: GeodeticPosition) {
    let latitude = position.latitude * .pi / 180
    // Not cos(90°) in Double, which is 6·10⁻¹⁷: at the poles the axis of the Earth is met exactly.
    let cosLatitude = abs(position.latitude) == 90 ? 0 : cos(latitude)
    let sinLatitude = sin(latitude)
    let (equatorialRadius, flattening) = (6378.137, 1 / 298.257223563)
    let squaredEccentricity = flattening * (2 - flattening)
    let curvature =
      equatorialRadius / (1 - squaredEccentricity * sinLatitude * sinLatitude).squareRoot()
    let fromAxis = (curvature + position.altitude) * cosLatitude
    let fromEquator = (curvature * (1 - squaredEccentricity) + position.altitude) * sinLatitude
    radius = (fromAxis * fromAxis + fromEquator * fromEquator).squareRoot()
    cosine = fromEquator / radius
    sine = fromAxis / radius
    longitude = position.longitude * .pi / 180
    lean = atan2(fromEquator, fromAxis) - latitude
  }
}

import Foundation

/// A place on Earth by latitude, longitude and altitude, relative to the ellipsoid WGS 84.
public struct GeodeticPosition: Equatable, Sendable {
  /// Degrees, −90…90, north positive.
  public let latitude: Double
  /// Degrees, −180…360, east positive.
  public let longitude: Double
  /// Kilometers above the ellipsoid, −1…850. The ellipsoid differs from mean sea level by up to 0.1
  /// km.
  public let altitude: Double

  /// A place; nil when latitude or longitude is out of range, or when the altitude is outside
  /// −1…850 km, the range in which the model holds.
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
  /// The cosine of the angle from the north pole; exact at the poles.
  var cosine: Double
  /// The sine of the angle from the north pole; exact at the poles.
  var sine: Double
  /// East positive, rad.
  var longitude: Double
  /// The angle between the ellipsoid's vertical and the line from the center: geocentric minus
  /// geodetic latitude, rad.
  var lean: Double

  /// The formulas of the WMM report, equations 7 and 8.
  init(_ position: GeodeticPosition) {
    let latitude = position.latitude * .pi / 180
    // cos(90°) is 6·10⁻¹⁷ in Double. It must be 0 at the poles, which lie exactly on the Earth's
    // axis.
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

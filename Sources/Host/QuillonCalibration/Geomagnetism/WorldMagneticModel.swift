import Foundation

/// A model of the Earth's main magnetic field: spherical harmonics up to degree 12, whose
/// coefficients change linearly for five years.
///
/// It contains only the field of the Earth's core. It does not contain the field of the crust, of
/// nearby iron or of magnetic storms. The real declination differs from it by half a degree, and
/// locally by more.
public struct WorldMagneticModel: Sendable {
  /// The model's name.
  public let name: String
  /// The decimal year in which its coefficients are exact.
  public let epoch: Double
  private let coefficients: [Coefficient]

  /// The Gauss coefficients of degree n and order m.
  struct Coefficient: Sendable {
    let n: Int
    let m: Int
    /// nT at the epoch.
    let g: Double
    /// nT at the epoch.
    let h: Double
    /// nT a year.
    let gRate: Double
    /// nT a year.
    let hRate: Double

    init(_ n: Int, _ m: Int, _ g: Double, _ h: Double, _ gRate: Double, _ hRate: Double) {
      (self.n, self.m, self.g, self.h, self.gRate, self.hRate) = (n, m, g, h, gRate, hRate)
    }
  }

  init(name: String, epoch: Double, coefficients: [Coefficient]) {
    self.name = name
    self.epoch = epoch
    self.coefficients = coefficients
  }

  /// The decimal years for which the model holds.
  public var validity: ClosedRange<Double> { epoch...epoch + 5 }

  /// The decimal years for which there is an answer: a year before and after ``validity``, as if the coefficients changed by the same steps
  /// there. How far that is off was not measured.
  public var answers: ClosedRange<Double> { epoch - 1...epoch + 6 }

  /// The field at a place in the decimal year `year`; nil outside ``answers``.
  ///
  /// It is the gradient of V = a Σ (a/r)ⁿ⁺¹ (g cos mλ + h sin mλ) P, rotated from the geocentric
  /// into the geodetic frame (WMM report, equations 4 to 17).
  public func field(at position: GeodeticPosition, year: Double) -> GeomagneticField? {
    guard answers.contains(year) else { return nil }
    let place = SphericalPosition(position)
    let legendre = LegendreFunctions(cosine: place.cosine, sine: place.sine)
    let referenceRadius = 6371.2
    var (north, east, down) = (0.0, 0.0, 0.0)
    for c in coefficients {
      let order = Double(c.m)
      let (cosine, sine) = (cos(order * place.longitude), sin(order * place.longitude))
      let g = c.g + (year - epoch) * c.gRate
      let h = c.h + (year - epoch) * c.hRate
      let attenuation = pow(referenceRadius / place.radius, Double(c.n + 2))
      let along = attenuation * (g * cosine + h * sine)
      let across = attenuation * (g * sine - h * cosine)
      north += along * legendre.derivative(c.n, c.m)
      if c.m > 0 { east += across * order * legendre.valueOverSine(c.n, c.m) }
      down -= along * Double(c.n + 1) * legendre.value(c.n, c.m)
    }
    let (cosLean, sinLean) = (cos(place.lean), sin(place.lean))
    return GeomagneticField(
      north: north * cosLean - down * sinLean, east: east,
      down: north * sinLean + down * cosLean)
  }
}

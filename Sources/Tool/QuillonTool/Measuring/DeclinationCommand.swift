import ArgumentParser
import Foundation
import QuillonCalibration

struct DeclinationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "declination",
    abstract: """
      Computes the earth's magnetic field at a place, and how far a compass is off there.
      """,
    discussion: """
      The World Magnetic Model WMM2025 gives the field. It is valid from 2025 through 2029. \
      South and west are negative: --lat -33.9 --lon 18.4.
      """)

  @Option(parsing: .unconditional, help: "The latitude in degrees, -90 to 90.")
  var lat: Double

  @Option(parsing: .unconditional, help: "The longitude in degrees, -180 to 360.")
  var lon: Double

  @Option(
    parsing: .unconditional, help: "The altitude above the WGS 84 ellipsoid in km, -1 to 850.")
  var altitude = 0.0

  @Option(help: "The day, such as 2027-03-01 or 2027.16. The default is today.")
  var date: String?

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run() throws {
    guard let place = GeodeticPosition(latitude: lat, longitude: lon, altitude: altitude) else {
      throw ValidationError(
        """
        There is no such place: give a latitude of -90...90, a longitude of -180...360 and an \
        altitude of -1...850 km.
        """)
    }
    guard let year = date.map(DecimalYear.parse) ?? DecimalYear.year(of: .now) else {
      throw ValidationError("\(date ?? "") is not a date: give one like 2027-03-01 or 2027.16.")
    }
    let model = WorldMagneticModel.wmm2025
    guard let field = model.field(at: place, year: year) else {
      throw ToolError(
        """
        \(model.name) is valid from \(Int(model.validity.lowerBound)) to \
        \(Int(model.validity.upperBound)), not in \(String(format: "%.1f", year)): give a --date \
        in this range, or get a newer Quillon
        """, code: .misuse)
    }
    if !model.validity.contains(year) {
      Console.note(
        """
        warning: \(model.name) is valid from \(Int(model.validity.lowerBound)) to \
        \(Int(model.validity.upperBound)): for \(String(format: "%.1f", year)) the answer is less exact. Give a --date in this range, or \
        get a newer Quillon
        """)
    }
    if json {
      try Console.print(
        json: DeclinationReport(field: field, place: place, year: year, model: model))
    } else {
      try show(field)
    }
    if let warning = field.zone.warning { Console.note("warning: \(warning)") }
  }

  private func show(_ field: GeomagneticField) throws {
    try Console.print(
      String(
        format: """
          declination  %8.2f °
          inclination  %8.2f °
          horizontal   %8.1f nT
          total        %8.1f nT
          north        %8.1f nT
          east         %8.1f nT
          down         %8.1f nT
          """, field.declination, field.inclination, field.horizontal, field.total, field.north,
        field.east, field.down))
  }
}

extension GeomagneticField.Zone {
  fileprivate var warning: String? {
    switch self {
    case .reliable: nil
    case .caution:
      "near a magnetic pole a compass is wrong by degrees: check headings in another way"
    case .blackout:
      "this close to a magnetic pole no compass works: use headings from another source"
    }
  }
}

/// The field as JSON. The keys name the units.
private struct DeclinationReport: Encodable {
  var field: GeomagneticField
  var place: GeodeticPosition
  var year: Double
  var model: WorldMagneticModel

  private enum Key: String, CodingKey {
    case declination = "declination_deg"
    case inclination = "inclination_deg"
    case horizontal = "horizontal_nT"
    case total = "total_nT"
    case north = "north_nT"
    case east = "east_nT"
    case down = "down_nT"
    case latitude = "latitude_deg"
    case longitude = "longitude_deg"
    case altitude = "altitude_km"
    case year, model, zone
    case validFrom = "valid_from"
    case validTo = "valid_to"
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(field.declination, forKey: .declination)
    try object.encode(field.inclination, forKey: .inclination)
    try object.encode(field.horizontal, forKey: .horizontal)
    try object.encode(field.total, forKey: .total)
    try object.encode(field.north, forKey: .north)
    try object.encode(field.east, forKey: .east)
    try object.encode(field.down, forKey: .down)
    try object.encode(place.latitude, forKey: .latitude)
    try object.encode(place.longitude, forKey: .longitude)
    try object.encode(place.altitude, forKey: .altitude)
    try object.encode(year, forKey: .year)
    try object.encode(model.name, forKey: .model)
    try object.encode(model.validity.lowerBound, forKey: .validFrom)
    try object.encode(model.validity.upperBound, forKey: .validTo)
    try object.encode(field.zone.rawValue, forKey: .zone)
  }
}

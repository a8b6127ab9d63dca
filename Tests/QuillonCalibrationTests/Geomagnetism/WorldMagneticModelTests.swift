import Foundation
import QuillonCalibration
import TestSupport
import Testing

@Suite struct WorldMagneticModelTests {
  /// A row of the table that the makers of the model publish to test programs like this one.
  struct TestValue: Sendable {
    var year: Double
    var altitude: Double
    var latitude: Double
    var longitude: Double
    /// Declination and inclination, degrees; north, east and down, nT.
    var expected: [Double]
  }

  private static let published = [
    TestValue(
      year: 2025, altitude: 48, latitude: 80, longitude: -96,
      expected: [-29.91, 87.77, 1875.982280, -1079.269389, 55623.044051]),
    TestValue(
      year: 2026.5, altitude: 12, latitude: -79, longitude: 115,
      expected: [-137.58, -77.37, -9613.650418, -8785.714482, -58104.306533]),
    TestValue(
      year: 2025, altitude: 18, latitude: 0, longitude: 21,
      expected: [1.29, -26.06, 29274.811882, 659.800118, -14316.722540]),
  ]

  @Test(arguments: published)
  func `Published test values come out`(value: TestValue) throws { try compare(value) }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func `Every row of the published table comes out`() throws {
    let folder = try #require(SharedData.folder)
    let table = try String(
      contentsOf: folder.appendingPathComponent("wmm/wmm2025_test.csv"), encoding: .utf8)
    let rows = table.split(whereSeparator: \.isNewline).dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(rows.count >= 50)
    for row in rows {
      try compare(
        TestValue(
          year: row[0], altitude: row[1], latitude: row[2], longitude: row[3],
          expected: [row[4], row[5], row[7], row[8], row[9]]))
    }
  }

  private func compare(_ value: TestValue) throws {
    let place = try #require(
      GeodeticPosition(
        latitude: value.latitude, longitude: value.longitude, altitude: value.altitude))
    let field = try #require(WorldMagneticModel.wmm2025.field(at: place, year: value.year))
    let angles = [field.declination, field.inclination]
    let components = [field.north, field.east, field.down]
    for (angle, expected) in zip(angles, value.expected) {
      #expect(abs(angle - expected) <= 0.005 + 1e-9, "\(value)")
    }
    for (component, expected) in zip(components, value.expected.dropFirst(2)) {
      #expect(abs(component - expected) < 1e-3, "\(value)")
    }
  }

  /// At a pole every longitude is the same place, with other names for north and east.
  @Test(arguments: [90.0, -90])
  func `The field at a pole does not depend on the longitude`(latitude: Double) throws {
    func equatorial(_ longitude: Double) throws -> SIMD3<Double> {
      let place = try #require(GeodeticPosition(latitude: latitude, longitude: longitude))
      let field = try #require(WorldMagneticModel.wmm2025.field(at: place, year: 2027))
      let (cosine, sine) = (cos(longitude * .pi / 180), sin(longitude * .pi / 180))
      // Going north over the north pole is going away from the meridian.
      let along = latitude > 0 ? -field.north : field.north
      return SIMD3(
        along * cosine - field.east * sine, along * sine + field.east * cosine, field.down)
    }
    let first = try equatorial(0)
    for longitude in [-180.0, -90, 13.5, 90, 179, 360] {
      let difference = try equatorial(longitude) - first
      #expect((difference * difference).sum() < 1e-12, "\(longitude)")
    }
  }

  @Test func `Nothing jumps next to a pole or across the date line`() throws {
    let model = WorldMagneticModel.wmm2025
    func down(_ latitude: Double, _ longitude: Double) throws -> Double {
      let place = try #require(GeodeticPosition(latitude: latitude, longitude: longitude))
      return try #require(model.field(at: place, year: 2025)).down
    }
    #expect(abs(try down(90, 0) - down(90 - 1e-7, 120)) < 0.001)
    #expect(abs(try down(20, 180) - down(20, -180)) < 1e-6)
    #expect(abs(try down(20, 359) - down(20, -1)) < 1e-6)
  }

  @Test func `Years outside of the model and places off the map are refused`() throws {
    let place = try #require(GeodeticPosition(latitude: 50, longitude: 8))
    let model = WorldMagneticModel.wmm2025
    #expect(model.validity.lowerBound == 2025 && model.validity.upperBound == 2030)
    #expect(model.field(at: place, year: 2023.99) == nil)
    #expect(model.field(at: place, year: 2031.01) == nil)
    #expect(model.field(at: place, year: 2031) != nil && model.field(at: place, year: 2024) != nil)
    #expect(GeodeticPosition(latitude: 90.1, longitude: 0) == nil)
    #expect(GeodeticPosition(latitude: 0, longitude: -181) == nil)
    #expect(GeodeticPosition(latitude: .nan, longitude: 0) == nil)
    #expect(GeodeticPosition(latitude: 0, longitude: 0, altitude: 851) == nil)
  }

  @Test func `The zones around the magnetic poles are told`() throws {
    func zone(_ latitude: Double, _ longitude: Double) throws -> GeomagneticField.Zone {
      let place = try #require(GeodeticPosition(latitude: latitude, longitude: longitude))
      return try #require(WorldMagneticModel.wmm2025.field(at: place, year: 2025)).zone
    }
    #expect(try zone(50, 8) == .reliable)
    #expect(try zone(80, -96) == .caution)
    #expect(try zone(86, 140) == .blackout)
  }

  @Test func `Dates become decimal years`() {
    #expect(DecimalYear.parse("2025-01-01") == 2025)
    #expect(DecimalYear.parse("2027.5") == 2027.5)
    #expect(abs((DecimalYear.parse("2028-07-01") ?? 0) - (2028 + 182.0 / 366)) < 1e-9)
    for text in ["2027-02-30", "2027-13-01", "tomorrow", "27", "", "2027-1-1", "1e3"] {
      #expect(DecimalYear.parse(text) == nil, "\(text)")
    }
  }
}

import Testing

/// The rates at which sensors send most, and the ends that are soon simulated.
@Suite struct SensorRateTests {
  @Test(arguments: [25.0, 50, 100, 200]) func lettersAreRead(rate: Double) throws {
    try SensorRates().expectLetters(at: rate)
  }
}

/// The rates between them and beyond.
@Suite struct SensorRateLongTests {
  @Test(arguments: [40.0, 80, 125, 160, 400, 800]) func lettersAreRead(rate: Double) throws {
    try SensorRates().expectLetters(at: rate)
  }
}

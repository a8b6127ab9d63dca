import Testing

@Suite struct SensorModelTests {}

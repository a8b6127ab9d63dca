import Testing

@Suite struct FixedPointTests {}

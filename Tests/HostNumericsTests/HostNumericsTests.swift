import Testing

@Suite struct HostNumericsTests {}

import Testing

@Suite struct ReferenceModelTests {}

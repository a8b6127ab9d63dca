import Testing

@Suite struct HandwritingTests {}

import Testing

@Suite struct SeededRandomTests {}

import Testing

@Suite struct ModelsTests {}

import Testing

@Suite struct TrainingTests {}

import Testing

@Suite struct RecordingsTests {}

import Testing

@Suite struct RecognitionTests {}

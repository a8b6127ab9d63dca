import Testing

@Suite struct QuillonTests {}

import Testing

@Suite struct SerialLinkTests {}

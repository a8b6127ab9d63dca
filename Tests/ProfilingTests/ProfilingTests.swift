import Testing

@Suite struct ProfilingTests {}

// Empty: libFuzzer brings the main function, and calls the entry point in DecoderFuzz.

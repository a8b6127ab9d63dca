// Empty: libFuzzer brings the main function. It calls the entry point in FuzzTargets.

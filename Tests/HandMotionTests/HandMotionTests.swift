import Testing

@Suite struct HandMotionTests {}

import Testing

@Suite struct MotionTests {}

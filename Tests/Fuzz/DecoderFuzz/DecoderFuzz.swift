import StreamReplay

/// What libFuzzer calls with each input: its first byte chooses the decoder, the rest is the stream.
///
/// Wanted are traps, and work without bounds, which shows as a time-out.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size > 0 else { return 0 }
  let outcome = StreamReplay(
    Input(bytes: data + 1), format: data[0] % StreamReplay.formatCount, length: UInt32(size - 1))
  precondition(Int(outcome.rejected) < size, "a byte was counted twice")
  return 0
}

/// What libFuzzer holds for as long as the call lasts.
private struct Input: ReplayedStream {
  let bytes: UnsafePointer<UInt8>

  func byte(at index: UInt32) -> UInt8 { bytes[Int(index)] }
}

import StreamReplay

/// What libFuzzer calls with each input: its first byte chooses the decoder, the rest is the stream.
///
/// Wanted are traps, and work without bounds, which shows as a time-out.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size > 0 else { return 0 }
  let stream = data + 1
  let outcome = StreamReplay(
    format: data[0] % StreamReplay.formatCount, length: UInt32(size - 1)
  ) { stream[Int($0)] }
  precondition(Int(outcome.rejected) < size, "a byte was counted twice")
  return 0
}

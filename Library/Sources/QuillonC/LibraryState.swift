import CQuillon

/// A state in memory of the caller. Its first word shows that it was initialized, and as what.
protocol LibraryState: ~Copyable {
  /// The first word of an initialized state. Each kind has its own.
  static var mark: UInt32 { get }
}

/// QUILLON_OK if `memory` has room for a state.
///
/// - Parameter size: The bytes that the caller has there.
@inline(__always)
func checkRoom<State: LibraryState & ~Copyable>(
  at memory: OpaquePointer?, size: UInt32, for type: State.Type
) -> Int32 {
  guard let memory else { return QUILLON_ERROR_NULL }
  guard UInt(bitPattern: memory) & 7 == 0 else { return QUILLON_ERROR_ALIGNMENT }
  return Int(truncatingIfNeeded: size) >= MemoryLayout<State>.size ? QUILLON_OK : QUILLON_ERROR_SIZE
}

/// The state at `memory`, whose bytes are all 0, before it is marked as initialized.
@inline(__always)
func cleared<State: LibraryState & ~Copyable>(
  _ memory: OpaquePointer, as type: State.Type
) -> UnsafeMutablePointer<State> {
  let bytes = UnsafeMutableRawPointer(memory)
  bytes.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<State>.size)
  return bytes.assumingMemoryBound(to: State.self)
}

/// Marks the state at `memory` as initialized.
@inline(__always)
func mark<State: LibraryState & ~Copyable>(_ memory: OpaquePointer, as type: State.Type) {
  UnsafeMutableRawPointer(memory).storeBytes(of: State.mark, as: UInt32.self)
}

/// Lets `body` work on the state at `memory`, if it was initialized as one of this kind.
@inline(__always)
func withState<State: LibraryState & ~Copyable>(
  _ memory: OpaquePointer?, _ type: State.Type, _ body: (UnsafeMutablePointer<State>) -> Int32
) -> Int32 {
  guard let memory else { return QUILLON_ERROR_NULL }
  guard UInt(bitPattern: memory) & 7 == 0 else { return QUILLON_ERROR_ALIGNMENT }
  let bytes = UnsafeMutableRawPointer(memory)
  guard bytes.load(as: UInt32.self) == State.mark else { return QUILLON_ERROR_UNINITIALIZED }
  return body(bytes.assumingMemoryBound(to: State.self))
}

/// The version of the library, as `QUILLON_VERSION` has it.
@c @implementation
public func quillon_version() -> UInt32 {
  UInt32(
    bitPattern: QUILLON_VERSION_MAJOR &* 10_000 &+ QUILLON_VERSION_MINOR &* 100
      &+ QUILLON_VERSION_PATCH)
}

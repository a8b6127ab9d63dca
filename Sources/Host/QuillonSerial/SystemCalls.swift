#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// The system's calls for types whose own methods have the same names. The system's module, which would
// distinguish them, has another name on each platform.

/// Closes a descriptor.
func closeFile(_ number: Int32) { _ = close(number) }

/// The system's `read`.
func readFile(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, buffer, count)
}

/// The system's `write`.
func writeFile(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, bytes, count)
}

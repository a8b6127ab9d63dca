import Foundation
import TestSupport
import Testing

/// The recognizer as a WebAssembly module comes to the same bits as natively.
@Suite struct WebModuleTests {
  /// All letters, drawn and in the air, with every model of the module: a digest of each word that the module returns.
  @Test func sameDigests() throws {
    try Project.make("web-module")
    let native = try Project.run(
      Project.root.appending(path: ".build/web/release/QuillonSelfTest").path, []
    ).split(separator: "\n").map(String.init)
    #expect(native.count == 4)
    #expect(Set(native).count == 4, "every model has a digest of its own")
    let module = Project.root.appending(
      path: ".build/wasm/QuillonWasm.wasm")
    for (model, digest) in native.enumerated() {
      let said = try Project.run(
        "wasmkit", ["run", module.path, "quillon_self_test", "i32:\(model)"])
      #expect(said.contains("i32(\(digest))"), "model \(model): \(said)")
    }
  }
}

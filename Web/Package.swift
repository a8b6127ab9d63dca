// swift-tools-version: 6.3
import PackageDescription

/// The recognizer as a WebAssembly module. `QuillonModule` is the interface. `QuillonWasm` links it for browsers, and
/// `QuillonSelfTest` prints natively what the module computes.
let package = Package(
  name: "web",
  dependencies: [.package(name: "quillon", path: "..")],
  targets: [
    .target(
      name: "QuillonModule",
      dependencies: ["Numerics", "Fusion", "Recognizer", "SerialFormats", "Wire"].map {
        .product(name: "Quillon\($0)", package: "quillon")
      }),
    .executableTarget(name: "QuillonWasm", dependencies: ["QuillonModule"]),
    .executableTarget(name: "QuillonSelfTest", dependencies: ["QuillonModule"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

/// The core as a C library. `Library/build` makes it for a target; see firmware-docs/LIBRARY.md.
let package = Package(
  name: "library",
  products: [.library(name: "QuillonC", type: .static, targets: ["QuillonC"])],
  dependencies: [.package(name: "quillon", path: "..")],
  targets: [
    .systemLibrary(name: "CQuillon", path: "Headers"),
    .target(
      name: "QuillonC",
      dependencies: ["CQuillon"]
        + ["Numerics", "Fusion", "Recognizer", "Protocols"].map {
          .product(name: "Quillon\($0)", package: "quillon")
        }),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

let core: [Target.Dependency] = ["Numerics", "Fusion", "Recognizer", "SerialFormats"].map {
  .product(name: "Quillon\($0)", package: "quillon")
}

/// The core as a C library. `Library/build` makes it for a target; see firmware-docs/LIBRARY.md. SwiftReplay is for its tests: it does
/// in Swift what a program in C does.
let package = Package(
  name: "library",
  products: [.library(name: "QuillonC", type: .static, targets: ["QuillonC"])],
  traits: [
    .trait(
      name: "SequenceNetwork",
      description: "Models that read the path itself, on processors with the memory for them.")
  ],
  dependencies: [
    .package(
      name: "quillon", path: "..",
      traits: [
        "FullRecognizer", "LeverArm",
        .trait(name: "SequenceNetwork", condition: .when(traits: ["SequenceNetwork"])),
      ])
  ],
  targets: [
    .systemLibrary(name: "CQuillon", path: "Headers"),
    .target(name: "QuillonC", dependencies: ["CQuillon"] + core),
    .executableTarget(name: "SwiftReplay", dependencies: core),
  ],
  swiftLanguageModes: [.v6]
)

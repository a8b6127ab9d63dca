// swift-tools-version: 6.3
import PackageDescription

/// Programs that look for input that breaks a reader or a command. `make fuzz` builds them with libFuzzer and the address sanitizer.
let package = Package(
  name: "quillon-fuzz",
  dependencies: [.package(name: "quillon", path: "../..")],
  targets: [
    // The tool brings every library that the targets import.
    .target(
      name: "FuzzTargets",
      dependencies: [
        .product(name: "QuillonTool", package: "quillon"),
        .product(name: "QuillonVerification", package: "quillon"),
      ],
      path: "Targets"),
    // libFuzzer has the main function, so the program is empty.
    .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Main"),
  ],
  swiftLanguageModes: [.v6]
)

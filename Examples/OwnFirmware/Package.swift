// swift-tools-version: 6.3
import PackageDescription

// Built for a Cortex-M4 by `swift build --triple armv7em-none-none-eabi --toolset toolset.json`: see ../run.
let package = Package(
  name: "OwnFirmware",
  dependencies: [.package(name: "quillon", path: "../..")],
  targets: [
    .target(name: "Startup", path: "Startup"),
    .executableTarget(
      name: "OwnFirmware",
      dependencies: ["Startup", .product(name: "QuillonRecognizer", package: "quillon")],
      path: "Sources",
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "-T", "-Xlinker", "\(Context.packageDirectory)/memory.ld"])
      ]),
  ],
  swiftLanguageModes: [.v6]
)

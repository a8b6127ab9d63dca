// swift-tools-version: 6.3
// Copyright Quillon's authors. SPDX-License-Identifier: MIT
import PackageDescription

/// A package of its own, because it links Unicorn, whose license is the GPL 2: see README.md.
let package = Package(
  name: "board-emulator",
  dependencies: [.package(name: "quillon", path: "../..")],
  targets: [
    .systemLibrary(name: "CUnicorn", pkgConfig: "unicorn", providers: [.apt(["libunicorn-dev"])]),
    .executableTarget(
      name: "board-emulator",
      dependencies: [
        "CUnicorn",
        .product(name: "QuillonRecordings", package: "quillon"),
        .product(name: "QuillonSensorModels", package: "quillon"),
      ], path: "Sources/BoardEmulator"),
    .testTarget(
      name: "BoardEmulatorTests",
      dependencies: [
        "QuillonRecognizer", "QuillonRecordings", "QuillonSensorModels", "QuillonSensors",
        "QuillonSimulator", "QuillonWire",
      ].map { .product(name: $0, package: "quillon") }),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "LettersFromPort",
  dependencies: [.package(name: "quillon", path: "../..")],
  targets: [
    .executableTarget(
      name: "LettersFromPort",
      dependencies: [
        .product(name: "QuillonBridge", package: "quillon"),
        .product(name: "QuillonConversions", package: "quillon"),
        .product(name: "QuillonRecognizer", package: "quillon"),
        .product(name: "QuillonSerial", package: "quillon"),
      ], path: ".", exclude: ["expected.txt"], sources: ["main.swift"])
  ],
  swiftLanguageModes: [.v6]
)

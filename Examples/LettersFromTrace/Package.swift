// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "LettersFromTrace",
  dependencies: [.package(name: "quillon", path: "../..")],
  targets: [
    .executableTarget(
      name: "LettersFromTrace",
      dependencies: [
        .product(name: "QuillonConversions", package: "quillon"),
        .product(name: "QuillonRecognizer", package: "quillon"),
        .product(name: "QuillonRecordings", package: "quillon"),
      ], path: ".", exclude: ["expected.txt"], sources: ["main.swift"])
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "OwnFormat",
  dependencies: [.package(name: "quillon", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnFormat",
      dependencies: [
        .product(name: "QuillonConversions", package: "quillon"),
        .product(name: "QuillonFusion", package: "quillon"),
        .product(name: "QuillonSerialFormats", package: "quillon"),
      ], path: ".", exclude: ["expected.txt"], sources: ["main.swift"])
  ],
  swiftLanguageModes: [.v6]
)

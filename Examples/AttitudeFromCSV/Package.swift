// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "AttitudeFromCSV",
  dependencies: [.package(name: "quillon", path: "../..")],
  targets: [
    .executableTarget(
      name: "AttitudeFromCSV",
      dependencies: [
        .product(name: "QuillonConversions", package: "quillon"),
        .product(name: "QuillonFusion", package: "quillon"),
      ], path: ".", exclude: ["expected.txt"], sources: ["main.swift"])
  ],
  swiftLanguageModes: [.v6]
)

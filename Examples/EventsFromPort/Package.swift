// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "EventsFromPort",
  dependencies: [.package(name: "quillon", path: "../..")],
  targets: [
    .executableTarget(
      name: "EventsFromPort",
      dependencies: [
        .product(name: "QuillonBridge", package: "quillon")
      ], path: ".", exclude: ["expected.txt"], sources: ["main.swift"])
  ],
  swiftLanguageModes: [.v6]
)

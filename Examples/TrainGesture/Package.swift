// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "TrainGesture",
  dependencies: [.package(name: "quillon", path: "../..")],
  targets: [
    .executableTarget(
      name: "TrainGesture",
      dependencies: [
        .product(name: "QuillonRecordings", package: "quillon"),
        .product(name: "QuillonTraining", package: "quillon"),
      ], path: ".", exclude: ["expected.txt"], sources: ["main.swift"])
  ],
  swiftLanguageModes: [.v6]
)

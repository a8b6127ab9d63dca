// swift-tools-version: 6.3
import PackageDescription

// Firmware, the examples and the fuzzers are packages of their own that depend on this one.
let package = Package(
  name: "quillon",
  products: [
    library("QuillonNumerics"),
    library("QuillonFusion"),
    library("QuillonRecognizer"),
    library("QuillonSerialFormats"),
    library("QuillonSensors"),
    library("QuillonWire"),
    library("QuillonConversions"),
    library("QuillonRecordings"),
    library("QuillonSerial"),
    library("QuillonCalibration"),
    library("QuillonText"),
    library("QuillonTraining"),
    library("QuillonBridge"),
    library("QuillonSensorModels"),
    library("QuillonSimulator"),
    library("QuillonVerification"),
    library("QuillonTool"),
    .executable(name: "quillon", targets: ["quillon"]),
    // Only a product is a library of its own, which the tests load before the C library.
    .library(name: "FileFaults", type: .dynamic, targets: ["FileFaults"]),
    .library(name: "SerialPortShim", type: .dynamic, targets: ["SerialPortShim"]),
  ],
  traits: [
    .trait(
      name: "DeviceTraining",
      description:
        "QuillonWire reads and writes the messages by which a board is trained; firmware can leave them out."
    ),
    .trait(
      name: "SequenceNetwork",
      description:
        "QuillonRecognizer takes models that read the path itself; firmware can leave them out, which saves 3 KB of RAM."
    ),
    .trait(
      name: "FullRecognizer",
      description:
        "QuillonRecognizer fuses raw sensor data, finds the pen by the motion, has gates and planes of a wrist, and keeps strokes of 9.6 s. The smallest firmware leaves it out."
    ),
    .trait(
      name: "Stabilizers",
      description:
        "QuillonWire reads and writes the message by which a board's damping is set; firmware that never damps leaves it out."
    ),
    .trait(
      name: "LeverArm",
      description:
        "QuillonRecognizer corrects the drift of undamped strokes by the turning of the arm; firmware that damps them leaves it out."
    ),
    .trait(
      name: "Rivals",
      description:
        "A classification has the next best labels, in memory and on the wire; firmware can leave them out, which saves 2 KB of flash."
    ),
    .default(enabledTraits: [
      "DeviceTraining", "SequenceNetwork", "FullRecognizer", "LeverArm", "Stabilizers", "Rivals",
    ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
  ],
  targets: layers.flatMap(\.self) + tests,
  swiftLanguageModes: [.v6]
)

func library(_ name: String) -> Product { .library(name: name, targets: [name]) }

/// The layers, lowest first.
var layers: [[Target]] { [core, reference, host, simulator, tool] }

// A target depends only on targets of its own layer or of a lower one.
for (index, layer) in layers.enumerated() {
  let higher = Set(layers[(index + 1)...].flatMap(\.self).map(\.name))
  for target in layer {
    for case .byNameItem(let name, _) in target.dependencies where higher.contains(name) {
      fatalError("\(target.name) depends on \(name), which is of a higher layer")
    }
  }
}

// Integers only, no allocation, no Foundation, no C but the models' bytes. Also builds as Embedded Swift.
var core: [Target] {
  func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Core/\(name)")
  }
  return [
    target("QuillonNumerics"),
    target("QuillonFusion", ["QuillonNumerics"]),
    .target(name: "CQuillonModels", path: "Sources/Core/CQuillonModels", exclude: ["Models"]),
    target("QuillonRecognizer", ["QuillonFusion", "CQuillonModels"]),
    target("QuillonSerialFormats", ["QuillonFusion"]),
    target("QuillonSensors", ["QuillonFusion"]),
    target("QuillonWire", ["QuillonRecognizer"]),
  ]
}

// The same chain in Double, which tests compare with and training uses.
var reference: [Target] {
  [.target(name: "QuillonReferenceModel", path: "Simulator/QuillonReferenceModel")]
}

// Files, serial ports, training, reports, the live page.
var host: [Target] {
  func target(
    _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: "Sources/Host/\(name)", resources: resources)
  }
  return [
    .systemLibrary(
      name: "CQuillonSerialPort", path: "Sources/Host/CQuillonSerialPort",
      pkgConfig: "libserialport", providers: [.apt(["libserialport-dev"])]),
    target("CQuillonBoundProcess"),
    target("CQuillonProfiling"),
    target("CQuillonMosquitto"),
    target(
      "QuillonSystem",
      ["CQuillonBoundProcess", .product(name: "Histogram", package: "hdrhistogram-swift")]),
    target("QuillonText"),
    target("QuillonConversions", ["QuillonSerialFormats", "QuillonRecognizer"]),
    target("QuillonRecordings", ["QuillonConversions", "QuillonSystem"]),
    target("QuillonSerial", ["CQuillonSerialPort", "QuillonSystem"]),
    target("QuillonReports", ["QuillonWire", "QuillonSystem", "CQuillonProfiling"]),
    target("QuillonCalibration", ["QuillonRecordings", "QuillonReports", "QuillonReferenceModel"]),
    target("QuillonTraining", ["QuillonRecordings", "QuillonReferenceModel"]),
    target(
      "QuillonBridge", ["QuillonRecordings", "QuillonSerial", "QuillonWire", "CQuillonMosquitto"]),
    target(
      "QuillonLivePage",
      [
        "QuillonBridge", "QuillonCalibration", "QuillonReports", "QuillonTraining",
      ],
      resources: [
        "index.html", "page.css", "page.js", "drawing.js", "charts.js", "test.js", "continuous.js",
        "settings.js", "motion.js", "minimum.js", "stabilizers.js", "strips.js", "pad.js",
        "collection.js", "setup.js", "tabs.js", "signals.js", "recording.js", "alphabet.svg",
      ].map { .embedInCode("Page/\($0)") }
        + ["phone.html", "phone.css", "phone.js", "telephone.js"].map {
          .embedInCode("PhonePage/\($0)")
        }),
  ]
}

// Handwriting, hand, sensor and board; the emulated board; what proves that all of them agree.
var simulator: [Target] {
  func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Simulator/\(name)")
  }
  return [
    target("QuillonSensorModels"),
    target("QuillonEmulator", ["QuillonSystem", "QuillonSerial", "QuillonWire"]),
    target(
      "QuillonSimulator",
      [
        "QuillonRecordings", "QuillonReferenceModel", "QuillonSerial", "QuillonWire",
      ]),
    .target(
      name: "QuillonVerification", dependencies: ["QuillonSerialFormats", "QuillonWire"],
      path: "Tests/QuillonVerification"),
  ]
}

// The commands are a library, which the fuzzers link, too.
var tool: [Target] {
  [
    .target(
      name: "QuillonTool",
      dependencies: [
        "QuillonEmulator", "QuillonLivePage", "QuillonSensorModels", "QuillonSimulator",
        "QuillonText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), "TOMLKit",
      ], path: "Sources/Tool/QuillonTool",
      resources: ["mpu6050/mpu6050.ino", "circuitpython.py", "microbit.py", "microbit.ts"].map {
        .embedInCode("Sketches/\($0)")
      }),
    .executableTarget(name: "quillon", dependencies: ["QuillonTool"], path: "Sources/Tool/Main"),
  ]
}

// A twin for every module. TestSupport holds what they share, CQuillonAllocationCounter counts the blocks that tests request from the
// heap, SerialPortShim lets libserialport open a pseudo-terminal, FileFaults lets a program's disk be full or broken.
var tests: [Target] {
  [
    .target(
      name: "TestSupport",
      dependencies: [
        "QuillonBridge", "QuillonTraining",
      ],
      path: "Tests/TestSupport"),
    .target(name: "SerialPortShim", path: "Tests/SerialPortShim"),
    .target(name: "FileFaults", path: "Tests/FileFaults"),
    .target(name: "CQuillonAllocationCounter", path: "Tests/CQuillonAllocationCounter"),
    twin("QuillonNumerics"),
    twin("QuillonFusion", ["QuillonSimulator"]),
    twin(
      "QuillonRecognizer",
      [
        "QuillonCalibration", "QuillonSimulator", "QuillonTraining",
        "CQuillonAllocationCounter",
      ]),
    twin("QuillonSerialFormats", ["QuillonSimulator", "CQuillonAllocationCounter"]),
    twin(
      "QuillonSensors",
      ["QuillonSensorModels", "QuillonSimulator", "CQuillonAllocationCounter"]),
    twin("QuillonWire", ["QuillonSimulator", "QuillonTraining"]),
    twin("QuillonConversions"),
    twin("QuillonSystem"),
    twin("QuillonRecordings"),
    twin("QuillonCalibration", ["QuillonSimulator"]),
    twin("QuillonSerial", ["SerialPortShim"], optimized: false),
    twin("QuillonTraining", optimized: false),
    twin("QuillonText"),
    twin("QuillonReports", ["QuillonSimulator", "CQuillonAllocationCounter"]),
    twin("QuillonReferenceModel"),
    twin("QuillonSimulator"),
    twin(
      "QuillonBridge", ["QuillonSimulator", "QuillonTraining", "CQuillonAllocationCounter"],
      optimized: false),
    twin("QuillonLivePage", ["QuillonSimulator"], optimized: false),
    .testTarget(
      name: "FirmwareTests",
      dependencies: ["quillon", "QuillonTool", "QuillonVerification", "TestSupport"]),
    .testTarget(
      name: "ToolTests",
      dependencies: ["quillon", "QuillonTool", "FileFaults", "TestSupport"],
      swiftSettings: unoptimized()),
  ]
}

func twin(_ name: String, _ more: [Target.Dependency] = [], optimized: Bool = true) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + more,
    swiftSettings: optimized ? [] : unoptimized())
}

// For tests that compute less than this saves of their compilation, and that neither count allocations nor measure speed: then what
// they test is not changed by it.
func unoptimized() -> [SwiftSetting] { [.unsafeFlags(["-Onone"], .when(configuration: .release))] }

// swift-tools-version: 6.3
import PackageDescription

/// The layers, lowest first. An arrow may only point upward in this list:
/// core (firmware and host alike) → host libraries → simulator → tool → tests.
///
/// With BOARD in the environment (`make firmware` sets it) the upper part is the device instead: the
/// images for that board, linked with the core and nothing else, for the sensor that PROTOCOL names.
let board = Context.environment["BOARD"]

/// With TEACHABLE besides, the firmware takes models and lessons from a host.
let isTeachable = Context.environment["TEACHABLE"] != nil

/// With FUZZ in the environment (`make fuzz` sets it) it is the fuzzers instead.
let isFuzzing = Context.environment["FUZZ"] != nil

let package = Package(
  name: "quillon",
  products: board == nil && !isFuzzing
    ? [
      .executable(name: "quillon", targets: ["quillon"]),
      .library(name: "QuillonCore", targets: ["Pipeline", "Models"]),
      // Only a product is a library of its own, which the tests load before the C library.
      .library(name: "FileFaults", type: .dynamic, targets: ["FileFaults"]),
    ] : [],
  dependencies: board != nil
    ? []
    : [
      .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
      .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
      .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    ],
  targets: core
    + (board.map(device) ?? host + simulator + [tool(), streamReplay()]
      + (isFuzzing ? fuzzers : tests)),
  swiftLanguageModes: [.v6]
)

// The core: integers only, no allocation, no Foundation, no C. Also builds as Embedded Swift.
var core: [Target] {
  [
    .target(name: "FixedPoint"),
    .target(name: "Geometry", dependencies: ["FixedPoint"]),
    .target(name: "Motion", dependencies: ["Geometry"]),
    .target(name: "Ink", dependencies: ["Motion"]),
    .target(name: "Recognition", dependencies: ["Ink"]),
    .target(name: "Models", dependencies: ["Recognition"]),
    .target(name: "SensorProtocols", dependencies: ["Motion"]),
    .target(
      name: "Dialect",
      path: "Sources/Dialects/\(board == nil || isTeachable ? "full" : "plain")"),
    .target(name: "Wire", dependencies: ["Dialect", "Motion", "Recognition"]),
    .target(name: "Pipeline", dependencies: ["Recognition", "Wire"]),
  ]
}

// What an image and a test on the host both run.
func replay() -> Target {
  .target(name: "Replay", dependencies: ["Pipeline", "Models"], path: "Sources/Images/Replay")
}

// What keeps a board's calibration, which tests give a memory that fails.
func calibrationLog() -> Target {
  .target(name: "CalibrationLog", dependencies: ["Wire"], path: "Sources/Images/CalibrationLog")
}

// The same for streams of bytes.
func streamReplay() -> Target {
  .target(
    name: "StreamReplay", dependencies: ["SensorProtocols"], path: "Sources/Images/StreamReplay")
}

// What may be on a board's line: this project's own packets, or boards of other makes that send an acceleration.
func sensors() -> [String] {
  [
    "quillon", "csv", "tagged", "witmotion-11", "witmotion-ble", "bno08x-rvc", "x-imu3", "mavlink",
    "razor-text", "razor-binary-sensors", "vectornav-ascii", "vectornav-binary", "xsens-xbus",
    "mip",
  ]
}

// The device: one board, and the images asked for by IMAGES. Sources/Boards/<board> has its linker
// script and toolset besides.
func device(board: String) -> [Target] {
  let path = "Sources/Boards/\(board)"
  let sensor = Context.environment["PROTOCOL"] ?? "quillon"
  let images = Context.environment["IMAGES"] ?? "RecognizerImage ReplayImage LatencyImage"
  return [
    .target(name: "BoardSupport", path: "Sources/Boards/Support", exclude: ["sections.ld"]),
    .target(name: "CortexM", dependencies: ["BoardSupport"], path: "Sources/Boards/CortexM"),
    .target(name: "Startup", path: "\(path)/Startup"),
    .target(
      name: "Board", dependencies: ["CortexM", "Startup"], path: path,
      exclude: ["Startup", "board.ld", "toolset.json"]),
    .target(
      name: "Sensor", dependencies: ["Board", "SensorProtocols", "Wire"], path: "Sources/Sensors",
      exclude: (sensors() + ["ForeignLine"]).filter {
        $0 != sensor && ($0 != "ForeignLine" || sensor == "quillon")
      }),
    .target(
      name: "Pupil", dependencies: ["Pipeline", "Models", "Wire"],
      path: "Sources/Pupils/\(isTeachable ? "teachable" : "fixed")"),
    replay(),
    streamReplay(),
    calibrationLog(),
  ]
    + images.split(separator: " ").map {
      image(String($0), board: board, isForeign: sensor != "quillon")
    }
}

// An image, with a map of where everything lies. The controls are images that a proof must refuse.
func image(_ name: String, board: String, isForeign: Bool) -> Target {
  let isControl = name.hasSuffix("Control")
  let measures = name != "RecognizerImage" && !isControl
  let stack = measures || isForeign || isTeachable ? 0x1000 : 0x980
  return .executableTarget(
    name: name,
    dependencies: ["Board"]
      + (isControl
        ? ["Geometry"]
        : [
          "Pipeline", "Models", "Replay", "StreamReplay", "CalibrationLog", "Sensor", "Pupil",
        ]),
    path: isControl ? "Tests/FirmwareTests/Controls/\(name)" : "Sources/Images/\(name)",
    linkerSettings: [
      .unsafeFlags([
        "-Xlinker", "-Map=\(Context.packageDirectory)/.build/firmware/\(board)/\(name).map",
        "-Xlinker", "--defsym=stack_size=\(stack)",
      ])
    ])
}

// The host: files, serial ports, training, the command-line tool.
var host: [Target] {
  [
    .systemLibrary(
      name: "CSerialPort", pkgConfig: "libserialport", providers: [.apt(["libserialport-dev"])]),
    .target(name: "SeededRandom"),
    .target(name: "FileOutput"),
    // The sanitizers of `make fuzz` have an allocator of their own.
    .target(
      name: "AllocationCounter", cSettings: isFuzzing ? [.define("WITHOUT_COUNTING")] : []),
    .target(name: "CProfiling"),
    .target(name: "Geomagnetism"),
    .target(name: "Plotting"),
    .target(name: "Characterization", dependencies: ["Recordings", "Plotting"]),
    .target(name: "Calibration", dependencies: ["Recordings", "Pipeline"]),
    .target(name: "HostNumerics", dependencies: ["Motion", "Recognition"]),
    .target(name: "Recordings", dependencies: ["HostNumerics", "Ink", "FileOutput"]),
    .target(name: "SerialLink", dependencies: ["CSerialPort"]),
    .target(name: "BoardFormats", dependencies: ["SensorProtocols", "Wire", "HostNumerics"]),
    .target(
      name: "Training",
      dependencies: ["Recordings", "Recognition", "Pipeline", "SeededRandom", "FileOutput"]),
    .target(
      name: "Profiling",
      dependencies: [
        "Pipeline", "Plotting", "AllocationCounter", "CProfiling",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    .target(
      name: "Bridge",
      dependencies: [
        "Pipeline", "Recordings", "SerialLink", "Profiling", "BoardFormats", "FileOutput",
      ]),
    .target(
      name: "LivePage",
      dependencies: [
        "Bridge", "FileOutput", "HostNumerics", "Ink", "Pipeline", "Profiling", "Recordings",
        "SerialLink",
        "Training",
        .product(name: "FlyingFox", package: "FlyingFox"),
      ],
      resources: ["index.html", "page.css", "page.js", "charts.js"].map {
        .embedInCode("Page/\($0)")
      }),
  ]
}

// The command-line tool. For the fuzzers it is a library: libFuzzer has the main function.
func tool() -> Target {
  let dependencies: [Target.Dependency] = [
    "LivePage", "Bridge", "BoardFormats", "FileOutput", "HostNumerics", "Pipeline", "Models",
    "Recordings",
    "SerialLink", "Training", "Profiling", "Plotting", "Geomagnetism", "Characterization",
    "Calibration",
    "EmulatedBoard", "VirtualBoard", "Handwriting", "HandMotion", "SensorModel",
    "SensorEncoders",
    .product(name: "ArgumentParser", package: "swift-argument-parser"),
  ]
  guard isFuzzing else { return .executableTarget(name: "quillon", dependencies: dependencies) }
  let entryPoint = ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "quillon_main"]
  return .target(
    name: "quillon", dependencies: dependencies, swiftSettings: [.unsafeFlags(entryPoint)])
}

// The simulator: handwriting, hand, sensor and board, and the chain once more in Double.
var simulator: [Target] {
  [
    simulatorTarget("ReferenceModel"),
    simulatorTarget("Handwriting", ["SeededRandom"]),
    simulatorTarget("HandMotion", ["Handwriting", "ReferenceModel", "Recordings"]),
    simulatorTarget("SensorModel", ["ReferenceModel", "Recordings", "SeededRandom"]),
    simulatorTarget("CBoundProcess"),
    simulatorTarget("EmulatedBoard", ["CBoundProcess", "SerialLink", "Wire"]),
    simulatorTarget("SensorEncoders", ["ReferenceModel", "Recordings", "Wire"]),
    simulatorTarget(
      "VirtualBoard", ["Recordings", "Wire", "SerialLink", "SeededRandom", "SensorEncoders"]),
  ]
}

func simulatorTarget(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Simulator/\(name)")
}

// A twin for every module. TestSupport holds what they share,
// SerialPortShim lets libserialport open a pseudo-terminal, FileFaults lets a program's disk be full or broken.
var tests: [Target] {
  [
    .target(
      name: "TestSupport",
      dependencies: [
        "SeededRandom", "HostNumerics", "ReferenceModel", "BoardFormats", "Pipeline", "Models",
        "SerialLink",
      ],
      path: "Tests/TestSupport"),
    .target(name: "SerialPortShim", path: "Tests/SerialPortShim"),
    .target(name: "FileFaults", path: "Tests/FileFaults"),
    replay(),
    calibrationLog(),
    twin("CalibrationLog", ["Wire", "Motion", "SeededRandom", "HostNumerics"]),
    twin("FixedPoint", ["HostNumerics"]),
    twin("Geometry", ["HostNumerics", "ReferenceModel"]),
    twin("Motion", ["HostNumerics", "ReferenceModel", "HandMotion", "SensorModel"]),
    twin("Ink", ["HostNumerics", "ReferenceModel"]),
    twin("Recognition", ["HostNumerics", "ReferenceModel", "Recordings", "Training"]),
    twin("Models", ["Training"]),
    twin("Wire", ["HostNumerics"]),
    twin(
      "SensorProtocols",
      [
        "SensorEncoders", "BoardFormats", "Recordings", "HostNumerics", "ReferenceModel",
        "AllocationCounter",
      ]),
    twin("BoardFormats", ["SensorEncoders", "Recordings"]),
    twin(
      "Pipeline",
      [
        "HostNumerics", "Models", "Recordings", "ReferenceModel", "HandMotion", "SensorModel",
        "Profiling", "Training", "AllocationCounter", "Calibration",
      ]),
    .testTarget(
      name: "FirmwareTests",
      dependencies: [
        "quillon", "EmulatedBoard", "Replay", "StreamReplay", "SensorEncoders", "SeededRandom",
        "Bridge", "Models", "VirtualBoard", "HandMotion", "SensorModel", "Recordings",
        "HostNumerics", "TestSupport", "BoardFormats", "FileOutput",
      ], exclude: ["Controls"]),
    twin("FileOutput"),
    twin("HostNumerics"),
    twin("Geomagnetism"),
    twin("Plotting"),
    twin("Characterization", ["SeededRandom"]),
    twin("Calibration", ["HandMotion", "SensorModel"]),
    twin("Recordings", ["FileOutput"]),
    twin("SeededRandom"),
    twin("SerialLink", ["SerialPortShim"], computes: false),
    twin("Training", ["Models", "FileOutput", "SeededRandom"]),
    twin("Profiling", ["Models", "HandMotion", "Recordings"]),
    twin("ReferenceModel"),
    twin("Handwriting"),
    twin("HandMotion"),
    twin("SensorModel", ["HandMotion"]),
    twin("VirtualBoard", ["HandMotion", "SensorEncoders"], computes: false),
    twin(
      "Bridge",
      [
        "VirtualBoard", "HandMotion", "SensorModel", "SensorEncoders", "Models", "Training",
        "AllocationCounter", "FileOutput",
      ], computes: false),
    twin(
      "LivePage",
      [
        "Bridge", "HandMotion", "HostNumerics", "Ink", "Models", "Pipeline", "Recordings",
        "SensorModel", "SerialLink", "Training", "VirtualBoard",
      ], computes: false),
    .testTarget(
      name: "QuillonTests",
      dependencies: [
        "quillon", "TestSupport", "VirtualBoard", "HandMotion", "SensorModel", "Wire", "SerialLink",
        "Recordings", "BoardFormats", "FileOutput", "FileFaults",
      ], swiftSettings: waiting()),
  ]
}

// What looks for input that breaks a reader or a command: libFuzzer has the main function, so the program is empty.
var fuzzers: [Target] {
  [
    .target(
      name: "FuzzTargets",
      dependencies: [
        "quillon", "StreamReplay", "BoardFormats", "Bridge", "FileOutput", "HandMotion", "LivePage",
        "Models",
        "Pipeline", "Recordings", "ReferenceModel", "SeededRandom", "SensorEncoders",
        "SensorModel", "SerialLink", "Training", "VirtualBoard", "Wire",
      ],
      path: "Tests/Fuzz/Targets"),
    .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Main"),
  ]
}

func twin(_ name: String, _ more: [Target.Dependency] = [], computes: Bool = true) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + more,
    swiftSettings: computes ? [] : waiting())
}

// Tests that wait more than they compute are compiled twice as fast so. What they test is not changed by it.
func waiting() -> [SwiftSetting] { [.unsafeFlags(["-Onone"], .when(configuration: .release))] }

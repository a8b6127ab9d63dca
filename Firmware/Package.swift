// swift-tools-version: 6.3
import PackageDescription

/// A board that firmware is built for: its folder in Boards, the module and the type in it, and what it has no memory for.
struct Board {
  let name: String
  let module: String
  /// The module of its chip, with the vector table, where several boards have the same chip.
  var chip: String? = nil
  let images: [String]
}

let images = ["RecognizerImage", "ReplayImage", "LatencyImage", "DecoderImage"]

/// Images of the boards with a sensor chip.
let chipImages = ["RecognizerImage", "LatencyImage"]

/// Images that a proof must refuse.
let controls = ["TrapControl", "CallControl", "FloatControl", "HeapControl"]

// What varies. An executable for each board and image, `RecognizerImage-stm32f405`: the board is the image's generic parameter. The
// sensor and the training are traits: `--traits witmotion_11,Teachable`.
let boards = [
  Board(name: "mps2-an386", module: "MPS2AN386", images: images + ["ChipImage"] + controls),
  Board(name: "stm32f405", module: "STM32F405", images: images + controls),
  // Its RAM has no room for all decoders in one program.
  Board(
    name: "nrf51822", module: "NRF51822",
    images: (images + ["ChipImage"] + controls).filter { $0 != "DecoderImage" }
  ),
  // Those with a sensor chip.
  Board(name: "pico", module: "Pico", chip: "RP2040", images: chipImages + ["ResetControl"]),
  Board(name: "nano-rp2040", module: "NanoRP2040", chip: "RP2040", images: chipImages),
  // On its core the module is for its chip, an RP2350.
  Board(name: "pico2", module: "Pico2", chip: "RP2040", images: chipImages),
  Board(name: "feather-f405", module: "FeatherF405", images: chipImages),
  Board(name: "xiao-sense", module: "XIAOSense", chip: "NRF52840", images: chipImages),
  Board(name: "nano33ble-sense", module: "Nano33BLESense", chip: "NRF52840", images: chipImages),
  Board(name: "feather-sense", module: "FeatherSense", chip: "NRF52840", images: chipImages),
]
// Generated from SerialFormat.swift by `make lists`: do not edit.
let sensors = [
  "csv", "tagged", "witmotion_11", "witmotion_ble", "bno08x_rvc", "x_imu3", "mavlink", "razor_text",
  "razor_binary_sensors", "vectornav_ascii", "vectornav_binary", "xsens_xbus", "mip",
]
// End of the generated part.
let chips = "Chips"
let teachable = "Teachable"
let gestures = "Gestures"
let keyboard = "Keyboard"
let qwertz = "QWERTZ"
let azerty = "AZERTY"
let bmi270 = "BMI270"
let bno08x = "BNO08X"
let spi = "SPI"
let sequenceNetwork = "SequenceNetwork"
let perceptron = "Perceptron"
let fullRecognizer = "FullRecognizer"
let rivals = "Rivals"
let leverArm = "LeverArm"

let package = Package(
  name: "firmware",
  traits: Set(
    sensors.map { .trait(name: $0, description: "RecognizerImage's sensor speaks \($0).") } + [
      .trait(name: chips, description: "RecognizerImage's sensor is a chip on the board's bus."),
      .trait(
        name: teachable,
        description: "RecognizerImage takes models and training updates from a host."
      ),
      .trait(
        name: gestures,
        description: "RecognizerImage reads gestures by an accelerometer alone, and no letters."
      ),
      .trait(
        name: keyboard,
        description: "RecognizerImage types what it reads, as a USB keyboard."
      ),
      .trait(name: qwertz, description: "The computer has a German layout."),
      .trait(name: azerty, description: "The computer has a French layout."),
      .trait(
        name: bmi270,
        description: "RecognizerImage has a BMI270's program, from .build/firmware/bmi270.inc."
      ),
      .trait(name: bno08x, description: "The sensor chip is a BNO08x, and no other is looked for."),
      .trait(name: spi, description: "The sensor chip of a Pico is on SPI."),
      .trait(
        name: perceptron,
        description:
          "The images read letters by a perceptron on zone features, and their strokes may be damped."
      ),
      .trait(
        name: fullRecognizer,
        description:
          "The images fuse and calibrate raw sensor data and find the pen by the motion. Without it they have the chain alone."
      ),
      .trait(
        name: leverArm,
        description: "The images correct the drift of undamped strokes by the turning of the arm."),
      .trait(name: rivals, description: "The images send the next best labels of a letter."),
      .trait(
        name: sequenceNetwork,
        description: "The images read letters by a model with a sequence network."
      ),
    ]),
  dependencies: [
    .package(
      name: "quillon", path: "..",
      traits: [
        .trait(name: "DeviceTraining", condition: .when(traits: [teachable])),
        .trait(name: "SequenceNetwork", condition: .when(traits: [sequenceNetwork])),
        .trait(name: "Stabilizers", condition: .when(traits: [perceptron])),
        .trait(name: "FullRecognizer", condition: .when(traits: [fullRecognizer])),
        .trait(name: "LeverArm", condition: .when(traits: [leverArm])),
        .trait(name: "Rivals", condition: .when(traits: [rivals])),
      ])
  ],
  targets: shared + Set(boards.compactMap(\.chip)).sorted().flatMap(chipTargets)
    + boards.flatMap(targets),
  swiftLanguageModes: [.v6]
)

func quillon(_ modules: String...) -> [Target.Dependency] {
  modules.map { .product(name: "Quillon\($0)", package: "quillon") }
}

/// What all boards share.
var shared: [Target] {
  func library(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "\(folder)/\(name)")
  }
  return [
    .target(
      name: "BoardSupport", path: "Boards/Support", exclude: ["sections.ld"],
      cSettings: [
        .define("KEYBOARD", .when(traits: [keyboard])), .define("BMI270", .when(traits: [bmi270])),
        .define("PERCEPTRON", .when(traits: [perceptron])),
      ]),
    .target(
      name: "CortexM", dependencies: ["BoardSupport"] + quillon("Fusion", "Sensors"),
      path: "Boards/CortexM",
      exclude: ["toolset.json"]),
    .target(
      name: "Sensors",
      dependencies: ["BoardSupport", "CortexM"] + quillon("SerialFormats", "Sensors", "Wire"),
      path: "Sensors"),
    library("BoardModels", in: "Images", ["BoardSupport"] + quillon("Recognizer")),
    library(
      "RecognizerImage", in: "Images",
      ["BoardModels", "CortexM", "Sensors"] + quillon("Recognizer", "Wire")),
    library(
      "ReplayImage", in: "Images",
      ["BoardModels", "CortexM"] + quillon("Recognizer", "Verification")
    ),
    library(
      "LatencyImage", in: "Images",
      ["BoardModels", "CortexM"] + quillon("Recognizer", "Verification", "Wire")),
    library("ChipImage", in: "Images", ["CortexM"] + quillon("Fusion", "Sensors", "Verification")),
    library("DecoderImage", in: "Images", ["CortexM"] + quillon("Numerics", "Verification")),
  ] + controls.map { library($0, in: "Controls", ["CortexM"]) } + [
    library("ResetControl", in: "Controls", ["CortexM"] + quillon("Sensors"))
  ]
}

/// What the boards with a chip share: its module and its vector table.
func chipTargets(of chip: String) -> [Target] {
  [
    .target(name: "\(chip)Startup", path: "Boards/\(chip)/Startup"),
    .target(
      name: chip,
      dependencies: ["CortexM", .init(stringLiteral: "\(chip)Startup")] + quillon("Sensors"),
      path: "Boards/\(chip)",
      exclude: ["Startup", "\(chip.lowercased()).ld"] + (chip == "RP2040" ? ["rp2350.ld"] : [])),
  ]
}

/// A board: its module, its vector table, and its images, each with a map of where everything lies.
func targets(of board: Board) -> [Target] {
  let folder = "Boards/\(board.name)"
  let root = Context.packageDirectory
  let startup = board.chip == nil ? ["Startup"] : []
  return startup.map { .target(name: board.module + $0, path: "\(folder)/\($0)") } + [
    .target(
      name: board.module,
      dependencies: ["CortexM", .init(stringLiteral: board.chip ?? "\(board.module)Startup")],
      path: folder, exclude: startup + ["Images", "board.ld", "toolset.json"])
  ]
    + board.images.map { image in
      .executableTarget(
        name: "\(image)-\(board.name)",
        dependencies: [.byName(name: image), .byName(name: board.module)],
        path: "\(folder)/Images",
        exclude: board.images.filter { $0 != image }.map { "\($0).swift" },
        linkerSettings: [
          .unsafeFlags(
            [
              "-T", "\(root)/\(folder)/board.ld", "-L\(root)/Boards/Support",
              "-L\(root)/Boards/\(board.chip ?? "Support")",
              "-Map=\(root)/../.build/firmware/\(board.name)/\(image).map",
            ].flatMap { ["-Xlinker", $0] })
        ] + stack(of: image))
    }
}

/// The images that measure need more stack than sections.ld gives, and so does what RecognizerImage can have besides.
func stack(of image: String) -> [LinkerSetting] {
  let large = ["-Xlinker", "--defsym=stack_size=0x1000"]
  switch image {
  // It calls the scores of a sequence network by themselves, with their memory on the stack.
  case "LatencyImage":
    return [
      .unsafeFlags(large),
      .unsafeFlags(
        ["-Xlinker", "--defsym=stack_size=0x2400"], .when(traits: [sequenceNetwork])),
    ]
  // The decoder of lines is in its frame, and what reads labeled text goes deeper than packets.
  case "DecoderImage": return [.unsafeFlags(["-Xlinker", "--defsym=stack_size=0x1800"])]
  case "RecognizerImage":
    return [.unsafeFlags(large, .when(traits: Set(sensors + [chips, teachable])))]
  case _ where controls.contains(image): return []
  default: return [.unsafeFlags(large)]
  }
}

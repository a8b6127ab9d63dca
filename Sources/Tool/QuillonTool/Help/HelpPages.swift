import ArgumentParser

/// Answers to `--help`, `--help-all` and `quillon help`.
enum HelpPages {
  private static let port: KeyValuePairs = [
    "--port PORT": "The serial port. By default the port of a board is found.",
    "--protocol FORMAT": "The format. By default it is found; `quillon protocols` lists all.",
    "--phone": "A telephone is the board: point its camera at the code.",
  ]

  /// What is printed for a command line; nil if it asks for no help.
  ///
  /// - Parameter arguments: The arguments of the command line. Their command exists.
  static func text(for arguments: [String]) -> String? {
    let words = arguments.filter { $0 != "--verbose" }
    if words.first == "help", let name = words.dropFirst().first {
      return HelpTopic(rawValue: name)?.text ?? text(named: name)
    }
    guard let name = words.first, !name.hasPrefix("-") else { return nil }
    // Behind `--` stands a file, which may have any name.
    let options = words.prefix { $0 != "--" }
    if options.contains("--help-all") {
      return command(named: name).map {
        QuillonCommand.helpMessage(for: $0, columns: FirstHelp.width)
      }
    }
    return options.contains("--help") || options.contains("-h") ? text(named: name) : nil
  }

  private static func text(named name: String) -> String? {
    command(named: name).flatMap { pages[name]?.text(of: $0) }
  }

  /// The command with this name.
  static func command(named name: String) -> (any ParsableCommand.Type)? {
    QuillonCommand.configuration.groupedSubcommands.flatMap(\.subcommands)
      .first { $0.configuration.commandName == name }
  }

  /// The page of each command by its name.
  static let pages: [String: FirstHelp] = [
    "run": FirstHelp(
      examples: [
        "run": "A simulated person writes QUILLON; the bridge reads it.",
        "run --text HELLO --board pico --sensor mpu6050":
          "The firmware of a Raspberry Pi Pico reads it, from the registers of the chip on.",
      ],
      groups: [
        .init(
          "What is written",
          [
            "--text TEXT": "Letters from A to Z, digits, and gestures such as <circle>.",
            "--seed NUMBER": "Another simulated person.",
            "--raw AXES": "Send raw data of 3, 6 or 9 axes instead of an attitude.",
            "--protocol FORMAT": "Send as a board of another make does.",
          ]),
        .init(
          "Who reads it",
          [
            "--board BOARD": "The firmware on this emulated board instead of the host.",
            "--sensor CHIP": "The sensor chip of that board.",
            "--model MODEL": "A model file, or a built-in model.",
            "--damping RATE": "Damp velocity and position, per second.",
          ]),
        .init(
          "Output",
          [
            "--fast": "As fast as possible.", "--json": "Print JSON lines.",
            "--text-editor": "Write a text, whose words are corrected.",
          ]),
      ], topics: [.sensors, .stabilizers, .planes]),
    "bridge": FirstHelp(
      examples: [
        "bridge": "Find the board, and print each letter that it writes.",
        "bridge --model gestures --pen auto --exec ./light":
          "Start a program for each gesture, without a button. QUILLON_LETTER names the gesture.",
      ],
      groups: [
        .init("The board", port),
        .init(
          "The pen",
          [
            "--pen PEN": "What decides whether the pen is down: board, auto (motion), space, gpio.",
            "--pen-up-time MS": "How long a letter may be interrupted.",
            "--continuous": "Predict while the hand moves, for gestures.",
          ]),
        .init(
          "Who reads",
          [
            "--model MODEL": "A model file, or air, air-board, gestures, lab, ….",
            "--person FILE": "Letters as this person has taught them.",
            "--teach": "Learn: type the right letter for the last one, and Return.",
          ]),
        .init(
          "Output",
          [
            "--json, --csv": "Print JSON lines, or CSV.", "--type": "Type as a keyboard.",
            "--text": "Write a text. Its words are corrected, and gestures edit it.",
            "--words FILE": "The words of the text. The default is /usr/share/dict/words.",
            "--exec PROGRAM": "Start a program for each letter.",
            "--record FILE": "Record what the board sends.",
          ]),
      ], topics: [.columns, .stabilizers, .planes]),
    "test": FirstHelp(
      examples: [
        "test --labels ABC --times 3":
          "Asks for A, B and C three times on the board that is found.",
        "test --simulated --fast": "Asks a simulated person for all letters.",
      ],
      groups: [
        .init("The board", port),
        .init(
          "The test",
          [
            "--labels LABELS": "What to ask for: A-Z, 0-9, or A-C<shake>.",
            "--times NUMBER": "How many times to ask for all of them.",
            "--model MODEL": "A model file, or a built-in model.",
            "--pen PEN": "What decides whether the pen is down: board, auto, space, gpio.",
            "--simulated": "A simulated person writes.",
          ]),
        .init(
          "Output",
          [
            "--record FILE": "Record the test with its labels.",
            "--plot FILE": "Draw the three worst letters to this SVG file.",
            "--json": "Print JSON lines.",
          ]),
      ], topics: [.columns, .stabilizers, .planes, .sensors]),
    "view": FirstHelp(
      examples: [
        "view --open": "A simulated board writes, and a browser shows it.",
        "view --port /dev/ttyACM0 --folder wand":
          "Shows your board. Examples and the model that you train stay in the folder wand.",
      ],
      groups: [
        .init("The board", port),
        .init(
          "Without a board",
          [
            "TRACE": "Replay this recording in a loop.",
            "--text TEXT": "What the simulated board writes.",
            "--board BOARD": "The firmware on this emulated board reads it.",
          ]),
        .init(
          "The page",
          [
            "--open": "Open it in a browser.", "--http PORT": "Its TCP port.",
            "--listen ADDRESS": "Let other computers open it.",
            "--folder FOLDER": "Save examples, model and settings here.",
            "--model MODEL": "A model file, or a built-in model.",
            "--pen PEN": "What decides whether the pen is down: board, auto, space, gpio.",
          ]),
      ], topics: [.columns, .stabilizers, .planes, .sensors]),
    "ports": FirstHelp(examples: ["ports": "Lists the ports, and what is plugged into them."]),
    "protocols": FirstHelp(
      examples: [
        "protocols": "Lists the formats.",
        "protocols --sketch arduino >mpu6050.ino":
          "A program for a board of your own, to copy and to load.",
      ]),
    "record": FirstHelp(
      examples: [
        "record walk.csv": "Records the board that is found until Ctrl-C.",
        "record a.csv --label A": "Records letters for `quillon train --air a.csv`.",
      ],
      groups: [
        .init("The board", port),
        .init(
          "The recording",
          [
            "OUT": "The trace file to write.",
            "--label LABEL": "The meaning of every stroke in it.",
            "--wait": "Wait until the port is there.",
            "--append": "Append to a file that exists.",
            "--force": "Replace a file that exists.", "--json": "Print JSON instead of text.",
          ]),
      ], topics: [.columns]),
    "decode": FirstHelp(
      examples: [
        "decode log.bin --explain": "What is in a file of unknown bytes, and why.",
        "decode log.bin >samples.jsonl": "One JSON line for each sample.",
      ],
      groups: [
        .init(
          "Options",
          [
            "FILE": "The file to decode; - reads standard input.",
            "--protocol FORMAT": "The format. By default it is found.",
            "--explain": "Print what was taken for what, and why.",
            "--raw": "Print each message with the maker's own fields.",
            "--hex": "Read hexadecimal digits instead of bytes.",
            "--json": "Print JSON with --explain and --raw.",
          ])
      ], topics: [.columns]),
    "report": FirstHelp(
      examples: ["report board.json": "Listens for ten seconds. Send the file with a question."]),
    "learn": FirstHelp(
      examples: [
        "learn lumos": "Make the gesture three times; `quillon bridge` then reads it.",
        "learn lumos --trace lumos.csv --out mine.model":
          "Learns from a recording, and changes no default.",
      ],
      groups: [
        .init("The board", port),
        .init(
          "Options",
          [
            "NAME": "The name of the gesture.",
            "--times NUMBER": "How many examples to ask for. The default is 3.",
            "--trace FILE": "Learn from a recording instead.",
            "--pen PEN": "What decides whether the pen is down: board, auto, space, gpio.",
            "--model MODEL": "The model that learns: a file, air, gestures, ….",
            "--out FILE": "Write the model to this file, and change no default.",
            "--json": "Print JSON instead of text.",
          ]),
      ], topics: [.columns, .planes]),
    "train": FirstHelp(
      examples: [
        "train --air letters.csv --out mine.json":
          "Learns a perceptron from letters that you recorded.",
        "train --ink drawn.jsonl --feature-set path --folds 5":
          "Measures by five folds of writers how good a network for drawn letters would be.",
      ],
      groups: [
        .init(
          "Letters",
          [
            "--air FILE": "Recordings with labels.",
            "--ink FILE": "Drawn letters, JSON lines.",
            "--simulated NUMBER": "The alphabet of so many simulated people.",
            "--labels LABELS": "Only these letters: A-Z,0-9.",
          ]),
        .init(
          "The model",
          [
            "--out FILE": "Write the model to this file.",
            "--feature-set SET": "A packed model with these features.",
            "--hidden NUMBER": "Its hidden units.",
            "--folds NUMBER": "Write none: measure on writers that were left out.",
            "--seed NUMBER": "The random seed.",
            "--emit-c FILE": "Write a perceptron as C source.", "--json": "Print JSON.",
          ]),
      ], topics: [.stabilizers, .planes]),
    "evaluate": FirstHelp(
      examples: [
        "evaluate --air letters.csv": "How many of your letters are read right.",
        "evaluate --ink drawn.jsonl --report page.html":
          "A page with the table, curves by writer, and the letters that were misread.",
      ],
      groups: [
        .init(
          "Letters",
          [
            "--air FILE": "Recordings with labels.",
            "--ink FILE": "Drawn letters, JSON lines.",
            "--features FILE": "Feature vectors with labels.",
            "--motion FILE": "Motion that is not writing.",
            "--labels LABELS": "Only these letters: A-Z,0-9.",
          ]),
        .init(
          "The measurement",
          [
            "--model MODEL": "A model file, or a built-in model.",
            "--leave-one-writer-out": "Train for each writer on all others.",
            "--personalize NUMBER": "Learn so many letters of each writer first.",
            "--reject": "Also what the model's threshold rejects.",
            "--spell WORDS": "Read words of the letters, with and without a list of words.",
            "--report FILE": "Write a page to this HTML file.",
            "--json": "Print JSON.",
          ]),
      ], topics: [.stabilizers, .planes]),
    "enroll": FirstHelp(
      examples: [
        "enroll --out wrist.json": "Asks for three strokes to the right.",
        "bridge --plane wrist.json": "Reads the board on this wrist.",
      ],
      groups: [
        .init("The board", port),
        .init(
          "Options",
          [
            "--out FILE": "Write the writing plane to this file.",
            "--trace FILE": "Read the strokes from a recording.",
            "--send FILE": "Send this file to a board that recognizes by itself.",
            "--force": "Replace existing files.", "--json": "Print JSON instead of text.",
          ]),
      ], topics: [.columns]),
    "send": FirstHelp(
      examples: [
        "send mine.model": "The board reads by this model until it restarts.",
        "send --model lab --damping 2": "The board damps its strokes from now on.",
      ],
      groups: [
        .init(
          "Options",
          [
            "MODEL": "A packed model for boards.",
            "--model lab": "Send the settings of the perceptron's firmware.",
            "--damping RATE": "Damp velocity and position, per second.",
            "--own": "Use the model of the firmware again.",
            "--port PORT": "The serial port. By default the port of a board is found.",
          ])
      ], topics: [.stabilizers]),
    "calibrate": FirstHelp(
      examples: [
        "calibrate --port /dev/ttyACM0 --out board.json":
          "Asks you to lay the board on its sides and to turn it.",
        "bridge --calibration board.json": "Reads the board with its errors corrected.",
      ],
      groups: [
        .init(
          "The board",
          [
            "--port PORT": "The serial port; `quillon ports` lists the ports.",
            "--protocol FORMAT": "The format. By default it is found.",
            "--phone": "A telephone is the board: point its camera at the code.",
          ]),
        .init(
          "Options",
          [
            "--out FILE": "Write the calibration to this file.",
            "--trace FILE": "Calibrate from a recording.",
            "--send FILE": "Send this calibration to the board.",
            "--force": "Replace existing files.", "--json": "Print all figures as JSON.",
          ]),
      ], topics: [.columns]),
    "characterize": FirstHelp(
      examples: [
        "characterize night.csv --out night.html":
          "Noise, bias and clock of a board that lay still, as a page with plots."
      ]),
    "fuse": FirstHelp(
      examples: [
        "fuse log.csv --euler --out attitude.csv": "Attitude, gravity and linear acceleration.",
        "fuse log.csv --frame true --declination 3.2 --out attitude.csv":
          "The x axis points to true north; the log has a magnetometer.",
      ],
      groups: [
        .init(
          "Options",
          [
            "TRACE": "The log of a board, or a table of another program.",
            "--out FILE": "One row for each sample.",
            "--axes AXES": "3, 6 or 9: which sensors are used.",
            "--frame FRAME": "Where x points: arbitrary, corrected, magnetic, true.",
            "--euler, --matrix": "Also angles; also a rotation matrix.",
            "--horizontal": "Also the acceleration without its vertical part.",
            "--track": "Also velocity and position, within strokes.",
            "--track-always": "The same without a pen.",
            "--damping RATE": "Damp them, per second.",
            "--calibration FILE": "Correct the sensors first.", "--json": "Print JSON.",
          ])
      ]),
    "declination": FirstHelp(
      examples: [
        "declination --lat 48.2 --lon 16.4":
          "The earth's field in Vienna today, and how far a compass is off."
      ]),
    "profile": FirstHelp(
      examples: [
        "profile": "The time of each stage on this computer, and whether a frame is over 10 ms.",
        "profile --board pico": "The instructions of each stage in the firmware of a Pico.",
      ],
      groups: [
        .init(
          "Options",
          [
            "TRACES": "Recordings to replay.",
            "--board BOARD": "Measure the firmware on this emulated board.",
            "--wire": "From a board's last byte to the letter, over a serial line.",
            "--budget TIME": "What a frame may take. The default is 10ms.",
            "--model MODEL": "A model file, or a built-in model.",
            "--html FILE": "Write a page with charts.",
            "--compare FILE": "Compare with the JSON of an older profile.",
            "--json": "Print all figures as JSON.",
          ])
      ], topics: [.stabilizers]),
    "simulate": FirstHelp(
      examples: [
        "simulate --text HELLO --raw 6 --trace hello.csv": "A recording of six axes.",
        "simulate --text HELLO --pty": "A virtual board on a serial line, for `quillon bridge`.",
      ],
      groups: [
        .init(
          "What is written",
          [
            "--text TEXT": "Letters from A to Z, digits, and gestures such as <circle>.",
            "--seed NUMBER": "Another simulated person.",
            "--still SECONDS": "A board that lies still.",
            "--raw AXES": "Raw data of 3, 6 or 9 axes instead of an attitude.",
            "--wrist": "Wear the board on the wrist.",
          ]),
        .init(
          "Where it goes",
          [
            "--trace FILE": "A trace file.", "--plot FILE": "An SVG file.",
            "--pty": "A virtual board on a pseudo-terminal.",
            "--protocol FORMAT": "Send as a board of another make does.",
            "--board BOARD": "The firmware on this emulated board.",
            "--lose, --flip SHARE": "Lose or damage bytes on the line.",
          ]),
      ], topics: [.sensors]),
    "replay": FirstHelp(
      examples: [
        "replay hello.csv --protocol x-imu3 --pty": "Plays a recording as an x-IMU3 sends it."
      ]),
    "plot": FirstHelp(
      examples: ["plot hello.csv --out hello.html": "Draws signals and strokes of a recording."]),
    "config": FirstHelp(
      examples: [
        "config model gestures": "Uses this model from now on.",
        "config outputs json exec=/usr/local/bin/light": "Prints JSON and starts a program.",
      ]),
  ]
}

import Foundation

/// Writes the program that a BMI270 needs at each start as a list for C: `bmi270 FILE LIST`.
///
/// FILE is bmi270_maximum_fifo.c or bmi270.c from boschsensortec/BMI270_SensorAPI, or holds the bytes themselves. LIST is only
/// touched if it changes. A program that Bosch had not published at commit 41129fc is accepted with a warning.
@main enum BMI270Program {
  /// The CRC-32 of the programs in bmi270_maximum_fifo.c, bmi270.c, bmi270_legacy.c and bmi270_context.c at commit 41129fc.
  private static let published: [UInt32] = [0x9FA5_DB37, 0x229A_1189, 0x7A70_3942, 0xA3B0_5629]

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 else { fail("say two files: bmi270 FILE LIST") }
    do {
      let bytes = try program(in: Data(contentsOf: URL(fileURLWithPath: arguments[0])))
      if !published.contains(crc32(bytes)) {
        warn(
          """
          \(arguments[0]) holds no program that Bosch has published at commit 41129fc: unless you mean another one, download it \
          anew
          """)
      }
      let list = Data(bytes.map { "\($0),\n" }.joined().utf8)
      let file = URL(fileURLWithPath: arguments[1])
      if (try? Data(contentsOf: file)) != list { try list.write(to: file, options: .atomic) }
    } catch let trouble as Trouble {
      fail(
        """
        \(arguments[0]) \(trouble); take bmi270_maximum_fifo.c from \
        boschsensortec/BMI270_SensorAPI
        """)
    } catch {
      fail("\(arguments[0]) can't be read; check the path")
    }
  }

  enum Trouble: Error, CustomStringConvertible {
    case noArray
    case noByte(Substring)
    case badSize(Int)

    var description: String {
      switch self {
      case .noArray: "is C without the array of a config_file"
      case .noByte(let word): "has '\(word)' among the bytes of its array"
      case .badSize(let size): "holds \(size) bytes, and not an even number from 2 to 8192"
      }
    }
  }

  /// The bytes in a file: the array called …config_file if it is C, otherwise all of it.
  static func program(in file: Data) throws -> [UInt8] {
    let source = String(decoding: file, as: UTF8.self)
    let isC = source.contains("config_file") || source.contains("#include")
    let bytes = try isC ? array(in: source) : Array(file)
    guard (2...8_192).contains(bytes.count), bytes.count.isMultiple(of: 2) else {
      throw Trouble.badSize(bytes.count)
    }
    return bytes
  }

  private static func array(in source: String) throws -> [UInt8] {
    guard let begin = source.firstRange(of: #/config_file\s*\[[^\]]*\]\s*=\s*\{/#)?.upperBound,
      let end = source[begin...].firstIndex(of: "}")
    else { throw Trouble.noArray }
    return try source[begin..<end].replacing(#///[^\n]*|/\*[\s\S]*?\*//#, with: " ")
      .split { $0 == "," || $0.isWhitespace }
      .map { word in
        let isHex = word.hasPrefix("0x") || word.hasPrefix("0X")
        guard let byte = UInt8(isHex ? word.dropFirst(2) : word, radix: isHex ? 16 : 10) else {
          throw Trouble.noByte(word)
        }
        return byte
      }
  }

  /// The CRC-32 of IEEE 802.3.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
  }

  private static func warn(_ words: String) {
    FileHandle.standardError.write(Data("\(words)\n".utf8))
  }

  private static func fail(_ words: String) -> Never {
    warn(words)
    exit(1)
  }
}

import Foundation

/// A frame of a WebSocket (RFC 6455, section 5.2).
package struct WebSocketFrame: Sendable {
  /// The kinds of frames.
  package enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  /// True for the last frame of a message.
  package var isFinal = true
  /// The kind.
  package var opcode: Opcode
  /// The content.
  package var payload: Data

  /// The bytes of a frame of the server, which is not masked.
  var bytes: [UInt8] {
    var bytes = [(isFinal ? 0x80 : 0) | opcode.rawValue]
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count))
    case ..<0x10000: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes += [127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    return bytes + payload
  }
}

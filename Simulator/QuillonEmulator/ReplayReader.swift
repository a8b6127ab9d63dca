import Foundation
import QuillonFusion
import QuillonWire

/// A file with samples that is loaded into flash beside an image: a length, then packets. The file
/// is removed when this object goes away.
public final class ReplayReader {
  /// The file.
  public let file: URL

  /// A file with `samples`.
  ///
  /// - Throws: the error of writing the file.
  public init(_ samples: some Sequence<InertialSample>) throws {
    file = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-tape-\(UUID().uuidString)")
    var (encoder, packet, packets) = (PacketEncoder(), PacketBytes(), Data())
    for sample in samples {
      encoder.encode(sample, into: &packet)
      packet.withUnsafeBytes { packets.append($0) }
    }
    let length = withUnsafeBytes(of: UInt32(packets.count).littleEndian) { Data($0) }
    try (length + packets).write(to: file)
  }

  deinit { try? FileManager.default.removeItem(at: file) }

  /// How many samples fit beside an image on `machine`. Each takes at most 66 bytes.
  public static func capacity(of machine: Machine) -> Int { machine.replayMemory.capacity / 66 - 1 }

  /// `samples` divided into parts that fit beside an image on `machine`.
  public static func chunks(
    _ samples: [InertialSample], for machine: Machine
  ) -> [ArraySlice<InertialSample>] {
    let size = capacity(of: machine)
    return stride(from: 0, to: samples.count, by: size).map { samples[$0...].prefix(size) }
  }
}

import Foundation
import QuillonFusion
import QuillonSerial
import QuillonWire
import Synchronization

extension MotionFusion {
  /// The device motion of samples that are there already, fused as it is asked for:
  ///
  ///     for await motion in MotionFusion().motions(of: trace.replaySamples.map(\.sample)) { … }
  public func motions<Samples: Sequence<InertialSample>>(of samples: Samples) -> FusedMotions<
    Samples
  > {
    FusedMotions(samples: samples, fusion: self)
  }

  /// The device motion of a raw board on a port, as it comes, until the port is gone or nobody listens
  /// any more. The port is left open; nobody else may read it meanwhile.
  ///
  ///     for await motion in MotionFusion().motions(on: port) { … }
  ///
  /// Every sample is fused at once, on a thread of its own. A listener that does not keep up loses
  /// motions, the oldest first, and finds the gap in the timestamps; the attitude loses nothing.
  ///
  /// - Parameters:
  ///   - transport: the open port of a board that sends samples with specific force and angular rate.
  ///   - limit: how many motions wait for the listener at most.
  public func motions(
    on transport: any ByteTransport, keepingNewest limit: Int = 100
  ) -> AsyncStream<DeviceMotion> {
    AsyncStream(bufferingPolicy: .bufferingNewest(limit)) { continuation in
      let listener = Listener()
      continuation.onTermination = { _ in listener.isGone.store(true, ordering: .relaxed) }
      Thread {
        fuse(transport, while: { !listener.isGone.load(ordering: .relaxed) }) {
          continuation.yield($0)
        }
        continuation.finish()
      }.start()
    }
  }

  private func fuse(
    _ transport: any ByteTransport, while isWanted: () -> Bool, tell: (DeviceMotion) -> Void
  ) {
    var (fusion, decoder, restarts) = (self, PacketDecoder(), UInt32(0))
    PortReader(transport).run(while: isWanted) { bytes, _ in
      for byte in bytes {
        guard case .packet(let packet) = decoder.push(byte) else { continue }
        if decoder.counters.restarts.value != restarts {
          // The board started anew, and so did its clock.
          restarts = decoder.counters.restarts.value
          fusion = self
        }
        if case .sample(let sample) = packet.message, let motion = fusion.push(sample) {
          tell(motion)
        }
      }
    }
  }
}

/// Whether anybody still listens.
final class Listener: Sendable {
  let isGone = Atomic<Bool>(false)
}

/// The device motion of a sequence of samples.
public struct FusedMotions<Samples: Sequence<InertialSample>>: AsyncSequence {
  public typealias Element = DeviceMotion

  let samples: Samples
  let fusion: MotionFusion

  public func makeAsyncIterator() -> Iterator {
    Iterator(samples: samples.makeIterator(), fusion: fusion)
  }

  /// Fuses sample after sample.
  public struct Iterator: AsyncIteratorProtocol {
    var samples: Samples.Iterator
    var fusion: MotionFusion

    public mutating func next() async -> DeviceMotion? {
      while let sample = samples.next() {
        if let motion = fusion.push(sample) { return motion }
      }
      return nil
    }
  }
}

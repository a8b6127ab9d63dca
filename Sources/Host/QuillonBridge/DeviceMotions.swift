import Foundation
import QuillonFusion
import QuillonSerial
import QuillonWire
import Synchronization

extension MotionFusion {
  /// Fuses stored samples, one each time that the caller asks for the next motion:
  ///
  ///     for await motion in MotionFusion().motions(of: trace.replaySamples.map(\.sample)) { … }
  ///
  /// - Parameter samples: The samples in the order of their timestamps.
  /// - Returns: A sequence of device motions. Samples before the filter has started give none.
  public func motions<Samples: Sequence<InertialSample>>(of samples: Samples) -> FusedMotions<
    Samples
  > {
    FusedMotions(samples: samples, fusion: self)
  }

  /// Reads a board on a port and fuses its samples as they arrive. The sequence ends when the port
  /// is gone or nobody listens any more. The port stays open. Nobody else may read it meanwhile.
  ///
  ///     for await motion in MotionFusion().motions(on: port) { … }
  ///
  /// Each sample is fused at once, on a thread of its own. A listener that is too slow loses
  /// motions, the oldest first. It sees the gap in the timestamps. The attitude stays correct.
  ///
  /// - Parameters:
  ///   - transport: The open port of a board that sends Quillon's packets with specific force and
  ///     angular rate.
  ///   - limit: How many motions wait for the listener at most.
  /// - Returns: A sequence of device motions.
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
          // The board has restarted, and its clock too.
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

/// True once nobody listens any more.
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

  /// Fuses one sample after the other.
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

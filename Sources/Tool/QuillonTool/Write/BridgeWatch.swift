import QuillonBridge
import QuillonProtocols

/// What goes wrong between a board and the bridge while the port stays open, for people.
struct BridgeWatch {
  private let connection: BoardConnection
  private var samples = SampleWatch()
  private var (toldOverdue, toldQuiet) = (false, false)

  /// A watch over a connection from which nothing was read yet.
  init(_ connection: BoardConnection) { self.connection = connection }

  /// A sample has come.
  mutating func hearSample() { samples.hearSample() }

  /// True if the board has sent bytes for too long without a sample.
  var isOverdue: Bool { samples.isOverdue }

  /// What to tell now, and the next step; nil if there is nothing new. Call it several times a second.
  ///
  /// - Parameter summary: The counts of the bridge.
  mutating func look(at summary: BridgeSummary) -> String? {
    let bytes = summary.stream?.bytes
    if let bytes, bytes != DecodeCounters() { samples.hear() }
    if samples.isOverdue, !toldOverdue {
      toldOverdue = true
      return samples.error(connection, bytes).message
    }
    guard samples.isQuiet != toldQuiet else { return nil }
    toldQuiet.toggle()
    let path = connection.transport.path
    return toldQuiet
      ? "no sample came from \(path) for 2 s: check the board's sensor and its wires, or press its reset button"
      : "\(path) sends samples again"
  }
}

extension TraceRecorder {
  /// Records an event of a bridge: samples and gaps. If the motion finds the letters, the pen in
  /// the file is that of the strokes that became letters, not the board's.
  ///
  /// - Parameters:
  ///   - event: An event that the bridge reported.
  ///   - findsPenByMotion: True if the bridge finds letters by motion.
  /// - Throws: The errors of `append` and `setPenDown`.
  public func record(_ event: BridgeEvent, findsPenByMotion: Bool) throws {
    switch event {
    case .sample(var sample, let time):
      if findsPenByMotion { sample.pen = .up }
      try append(sample, time: time)
    case .letter(let letter):
      guard let beginning = letter.beginning else { return }
      try setPenDown(from: beginning, to: letter.time)
    case .gap(let gap, _): markGap(gap)
    default: break
    }
  }
}

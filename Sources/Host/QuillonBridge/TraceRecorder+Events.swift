extension TraceRecorder {
  /// Records what a bridge tells: samples and gaps and, where the motion tells of the pen, in place of the board's pen the
  /// strokes that came to letters.
  ///
  /// - Parameters:
  ///   - event: what the bridge tells.
  ///   - findsPenByMotion: whether the bridge does.
  /// - Throws: what `append` and `setPenDown` throw.
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

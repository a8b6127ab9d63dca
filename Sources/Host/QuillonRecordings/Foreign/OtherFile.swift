import QuillonSystem

/// Files of other programs that are no text: archives, and the formats of data sets and loggers.
enum OtherFile {
  /// How a kind of file begins, what it is, and what makes a table of it; `FILE` stands for its path.
  private static let kinds: [(beginning: [UInt8], words: String, nextStep: String)] = [
    (
      Array("PK\u{3}\u{4}".utf8), "an archive (zip)",
      "unzip it, and name the folder or the table in it"
    ),
    ([0x1F, 0x8B], "an archive (gzip)", "unpack it: gunzip -k FILE"),
    (Array("BZh".utf8), "an archive (bzip2)", "unpack it: bunzip2 -k FILE"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an archive (xz)", "unpack it: unxz -k FILE"),
    ([0x37, 0x7A, 0xBC, 0xAF], "an archive (7z)", "unpack it: 7z x FILE"),
    (
      Array("MATLAB 5.0 MAT-file".utf8), "a file of MATLAB",
      "save it as a table there: writetable(T, 'table.csv')"
    ),
    (
      [0x89, 0x48, 0x44, 0x46], "a file of HDF5 or MATLAB",
      "save the sensor's data as a table (CSV)"
    ),
    (
      [0x93] + Array("NUMPY".utf8), "an array of NumPy",
      "save it as a table: python3 -c \"import numpy, sys; numpy.savetxt('table.csv', numpy.load(sys.argv[1]), delimiter=',')\" FILE, and write a header above it"
    ),
    (Array("PAR1".utf8), "a file of Parquet", "save it as a table (CSV)"),
    (
      Array("SQLite format 3".utf8), "a database (SQLite, as ROS 2 records)",
      "save the topic as a table: play it, and ros2 topic echo --csv"
    ),
    (
      Array("#ROSBAG".utf8), "a recording of ROS",
      "save the topic as a table: rostopic echo -b FILE -p /imu/data > table.csv"
    ),
    (
      Array("ULog\u{1}".utf8), "a log of PX4",
      "make tables of it: ulog2csv FILE, and name their folder"
    ),
    (
      [0xA3, 0x95, 0x80], "a log of ArduPilot",
      "make a table of it: mavlogdump.py --format csv --types IMU FILE > table.csv"
    ),
    (
      Array("H Product:Blackbox".utf8), "a log of Betaflight",
      "make a table of it: blackbox_decode FILE"
    ),
    ([0xD0, 0xCF, 0x11, 0xE0], "a file of an older Excel", "save it as a table (CSV)"),
  ]

  /// Checks that a file is none of these.
  ///
  /// - Throws: `RecordingError` that says what it is, and what makes a table of it.
  static func check(_ path: String, _ bytes: [UInt8]) throws(RecordingError) {
    guard let kind = kinds.first(where: { bytes.starts(with: $0.beginning) }) else { return }
    let isSheet = path.lowercased().hasSuffix(".xlsx")
    throw RecordingError(
      file: path, found: "is \(isSheet ? "a file of Excel" : kind.words), not a table",
      expected: "",
      nextStep: isSheet
        ? "save it as a table (CSV)" : kind.nextStep.replacing("FILE", with: path.shellQuoted))
  }
}

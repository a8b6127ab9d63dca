import Foundation
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonSystem
import QuillonTraining

/// What a page has saved in a folder: examples, the model in force and the settings of its controls.
public struct SavedPage: Sendable {
  /// The model that was in force; nil if none was saved.
  public private(set) var model: LoadedModel?
  let settings: PageSettings
  /// The calibration of the board that was saved; nil for none.
  public let calibration: SensorCalibration?
  /// The writing plane that was saved; nil for none.
  public let plane: PlaneRule?
  /// The folder in which the page saves: the one that was named, or a folder in it if that one holds files that the page would lose.
  public let folder: String
  /// Why it is another folder than the one that was named, for people; nil if it is that one.
  public let notice: String?
  private let motion: Trace
  private let ink: [InkSample]

  /// The file with the settings and the name of the model's file.
  static let settingsFile = "page.json"
  /// The files of a board that was set up on the page.
  static let (calibrationFile, planeFile) = ("calibration.json", "plane.json")

  private struct Content: Codable {
    var settings: PageSettings
    var model: String
  }

  /// A file is not what the page saves.
  public struct Damage: Error, CustomStringConvertible {
    /// What is wrong and what to do.
    public let description: String
  }

  /// The folder in a folder of somebody else's files.
  private static let ownFolder = "page"

  /// What was saved in the folder at `path`; a folder that is not there holds nothing.
  ///
  /// The page replaces its files. So it does not touch a folder whose files of these names it did not make, and one whose letters it
  /// can't hold whole: it saves in a folder `page` in it, and ``notice`` reports it.
  ///
  /// - Throws: ``Damage``, `RecordingError` or `TrainingError` for a file that cannot be read.
  public init(folder path: String) throws {
    let foreign = Self.foreignFiles(in: path)
    let saved = foreign.isEmpty ? try SavedPage(own: path) : nil
    if let saved, saved.isWhole {
      self = saved
      return
    }
    let own = path + "/" + Self.ownFolder
    let reason =
      foreign.isEmpty
      ? "\(path) holds letters that the page can't keep whole: more than \(SampleCollection.capacity), with a writer, a recording, or too long"
      : "\(path) holds \(foreign.joined(separator: ", ")), which the page did not make"
    guard Self.foreignFiles(in: own).isEmpty else {
      throw Damage(description: "\(reason), and so does \(own): name an empty folder")
    }
    self = try SavedPage(
      own: own, notice: "\(reason): nothing there is changed, and the page saves in \(own)")
  }

  /// The files with the page's names that are in a folder without the page's settings.
  private static func foreignFiles(in path: String) -> [String] {
    let there = Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
    let names = fileNames + [calibrationFile, planeFile]
    return there.contains(settingsFile) ? [] : names.filter { there.contains($0) }
  }

  /// True if the page keeps all letters that were saved, with all that is known of them.
  private var isWhole: Bool {
    ink.allSatisfy { $0.writer == nil }
      && SampleCollection(Trace(rows: []), ink, stabilizers: StabilizerSettings()).examples.count
        == ink.count
      && motion.strokes.count { $0.label != nil } <= SampleCollection.capacity - ink.count
      && Self.isOfPage(motion)
  }

  /// True for motion as the page writes it: all rows have a label, and between two letters there are two rows. A person's recording has
  /// more, which the page would not keep.
  private static func isOfPage(_ motion: Trace) -> Bool {
    var upCount = 0
    return motion.comments.isEmpty
      && motion.rows.allSatisfy { row in
        upCount = row.isPenDown == true ? 0 : upCount + 1
        return row.label != nil && upCount <= 2
      }
  }

  private init(own path: String, notice: String? = nil) throws {
    (self.folder, self.notice) = (path, notice)
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    func existing(_ name: String) -> String? {
      let path = folder.appendingPathComponent(name).path
      return FileManager.default.fileExists(atPath: path) ? path : nil
    }
    motion =
      try existing(SampleCollection.motionFile).map { try Trace(contentsOf: $0) } ?? Trace(rows: [])
    ink =
      try existing(SampleCollection.inkFile).map { try InkSample.read(contentsOf: $0) } ?? []
    calibration = try existing(Self.calibrationFile).map {
      try CalibrationFile(contentsOf: $0).calibration
    }
    plane = try existing(Self.planeFile).map { try PlaneFile(contentsOf: $0).rule }
    let file = folder.appendingPathComponent(Self.settingsFile)
    guard FileManager.default.fileExists(atPath: file.path) else {
      (model, settings) = (nil, PageSettings())
      return
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(contentsOf: file)),
      content.settings.isValid, Self.modelFiles.contains(content.model)
    else {
      throw Damage(
        description: "\(file.path) is not what the page saves: remove it, or name another folder")
    }
    settings = content.settings
    model = try LoadedModel(named: folder.appendingPathComponent(content.model).path)
  }

  /// The examples. Their motion is read with `stabilizers`.
  func collection(readWith stabilizers: StabilizerSettings) -> SampleCollection {
    SampleCollection(motion, ink, stabilizers: stabilizers)
  }

  /// The same without the model: another one is to be in force.
  public var withoutModel: SavedPage {
    var copy = self
    copy.model = nil
    return copy
  }

  /// Writes a page's state into a folder: files of the names of ``fileNames``, and nothing else, are replaced or removed
  /// there.
  ///
  /// - Returns: the names of the files written.
  /// - Throws: ``LinkInFolder`` when one of them is a link, which may lead out of the folder, and what
  ///   writing throws.
  static func save(
    _ collection: SampleCollection, tested: SampleCollection, model: LoadedModel,
    settings: PageSettings, to folder: URL
  ) throws -> [String] {
    try prepare(fileNames, in: folder)
    // The settings show whose folder it is, so they are there before any letter.
    try model.write(to: OutputFile(folder.appendingPathComponent(model.fileName).path))
    let content = Content(settings: settings, model: model.fileName)
    try OutputFile(folder.appendingPathComponent(settingsFile).path)
      .write(JSONLine.data(of: content))
    for name in modelFiles where name != model.fileName {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    var names = try collection.write(to: folder, prefix: "")
    if !tested.examples.isEmpty { names += try tested.write(to: folder, prefix: testPrefix) }
    return names + [model.fileName, settingsFile]
  }

  /// Writes one file into a folder, as ``save(_:tested:model:settings:to:)`` writes its files.
  static func write(_ name: String, in folder: URL, _ write: (OutputFile) throws -> Void) throws {
    try prepare([name], in: folder)
    try write(OutputFile(folder.appendingPathComponent(name).path))
  }

  /// Makes sure that the folder is there and that none of the files is a link.
  private static func prepare(_ names: [String], in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names {
      let path = folder.appendingPathComponent(name).path
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil {
        throw LinkInFolder(name: name)
      }
    }
  }

  private static let testPrefix = "test-"
  private static let modelFiles = ["model.json", "model.qnm"]
  private static let fileNames =
    SampleCollection.fileNames + SampleCollection.fileNames.map { testPrefix + $0 } + modelFiles
    + [settingsFile]

  /// A file to be written is a link.
  struct LinkInFolder: Error, CustomStringConvertible {
    var name: String
    var description: String { "\(name) is a link and may lead elsewhere: remove it" }
  }
}

import Foundation
import QuillonFileOutput
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
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

  /// What was saved in the folder at `path`; a folder that is not there holds nothing.
  ///
  /// - Throws: ``Damage``, `RecordingError` or `TrainingError` for a file that cannot be read.
  public init(folder path: String) throws {
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
    var names = try collection.write(to: folder, prefix: "")
    if !tested.examples.isEmpty { names += try tested.write(to: folder, prefix: testPrefix) }
    try model.write(to: OutputFile(folder.appendingPathComponent(model.fileName).path))
    let content = Content(settings: settings, model: model.fileName)
    try OutputFile(folder.appendingPathComponent(settingsFile).path)
      .write(JSONLine.data(of: content))
    for name in modelFiles where name != model.fileName {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
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

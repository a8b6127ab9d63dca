import Foundation
import QuillonSystem

/// Saving to the folder of the page.
extension LiveSession {
  /// Saves because a person asks for it, and reports what was written.
  func save() {
    guard let folder else {
      return change {
        $0.refuse(
          """
          nothing saved: the page has no folder. Start it again with one: quillon view --folder \
          letters
          """)
      }
    }
    do {
      let files = try write(to: folder)
      change { $0.message = "saved \(files.joined(separator: ", ")) in \(folder.path)" }
    } catch {
      change { $0.refuse("nothing saved: \(error)") }
    }
  }

  /// Saves what has changed since it was saved last, if the page has a folder. Failures are shown on the page.
  public func saveChanges() {
    guard let folder, unsaved.isThere else { return }
    do {
      _ = try write(to: folder)
    } catch {
      change { $0.refuse("nothing saved: \(error)") }
    }
  }

  /// The files that the page saves, and what is known of the board, as one to download; nil if they can't be written.
  func archive() -> [UInt8]? {
    guard let folder = try? PrivateFolder() else { return nil }
    defer { withExtendedLifetime(folder) {} }
    let names = try? SavedPage.save(
      collection, tested: tested, model: model, settings: collectionView.settings,
      to: folder.url)
    guard let names else { return nil }
    var files = names.compactMap { name in
      FileManager.default.contents(atPath: folder.url.appendingPathComponent(name).path)
        .map { (name: "quillon/\(name)", content: [UInt8]($0)) }
    }
    guard files.count == names.count else { return nil }
    files += boardFiles.sorted { $0.key < $1.key }.map { ("quillon/\($0.key)", $0.value) }
    return ZipArchive.bytes(of: files)
  }

  /// Writes the page's state into a folder, and returns the names of the files written.
  func write(to folder: URL) throws -> [String] {
    unsaved = UnsavedChanges()
    return try SavedPage.save(
      collection, tested: tested, model: model, settings: collectionView.settings, to: folder)
  }
}

/// Whether something has changed since it was saved, and for how long it has been quiet since.
struct UnsavedChanges {
  /// How long it waits after the last change, ticks: one second.
  private static let patience = 25

  /// True after a change.
  private(set) var isThere = false
  private var quietTicks = 0

  /// Something has changed.
  mutating func note() { (isThere, quietTicks) = (true, 0) }

  /// Called at each tick: true when it is time to save.
  mutating func isDue() -> Bool {
    guard isThere else { return false }
    quietTicks += 1
    return quietTicks >= Self.patience
  }
}

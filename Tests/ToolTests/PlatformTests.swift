import Foundation
import QuillonWire
import TestSupport
import Testing

/// What the sources need of a platform, and that the version has one source.
struct PlatformTests {
  private static let sources: [String: String] = {
    let root = SharedData.projectRoot
    let names = ["Sources", "Simulator"].flatMap { folder in
      let paths = FileManager.default.enumerator(
        atPath: root.appendingPathComponent(folder).path)
      return (paths?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    let sources = names.filter { name in
      [".swift", ".c", ".h"].contains { name.hasSuffix($0) }
        && !name.hasPrefix("Simulator/BoardEmulator/")
    }
    let pairs = sources.map { name in
      let text = try? String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
      return (name, text ?? "")
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// Glibc is imported only where it can be.
  @Test func noSourceNeedsGlibc() {
    #expect(Self.sources.count > 300)
    for (name, text) in Self.sources {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.hasSuffix("import Glibc") {
        #expect(index > 0 && lines[index - 1] == "#if canImport(Glibc)", "\(name)")
      }
      #expect(!text.contains("Glibc."), "\(name) names a module that only Linux has")
    }
  }

  /// What only Linux has is called in one file for each service.
  @Test(arguments: [
    ("eventfd(", "Sources/Host/QuillonSerial/Bell.swift"),
    ("SOCK_CLOEXEC", "Sources/Host/QuillonBridge/Output/DatagramSocket.swift"),
    ("prctl(", "Sources/Host/CQuillonBoundProcess/CQuillonBoundProcess.c"),
    ("close_range(", "Sources/Host/CQuillonBoundProcess/CQuillonBoundProcess.c"),
    ("pipe2(", "Sources/Host/CQuillonBoundProcess/CQuillonBoundProcess.c"),
    ("sched_setaffinity(", "Sources/Host/CQuillonProfiling/CQuillonProfiling.c"),
    ("\"/sys/", "Sources/Host/QuillonSerial/LatencyTimer.swift"),
    ("\"/dev/uinput", "Sources/Host/QuillonBridge/Output/VirtualKeyboard.swift"),
    ("\"/proc/self/fd", "Sources/Host/QuillonBridge/Output/LetterCommand.swift"),
    ("\"/proc/self/exe", "Sources/Tool/QuillonTool/Boards/BoardOptions.swift"),
    ("\"/proc/\\(getpid())", "Sources/Host/QuillonSystem/FileOutput/OutputPlace.swift"),
    ("\"/proc/\\(number)/task", "Sources/Host/QuillonSystem/BoundProcess/BoundProcess.swift"),
  ])
  func aCallOfLinuxIsInOneFile(_ call: String, _ file: String) {
    func has(_ text: String) -> Bool {
      text.split(separator: "\n").contains {
        !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") && $0.contains(call)
      }
    }
    let files = Self.sources.filter { has($0.value) }.map(\.key)
    #expect(files == [file])
  }

  /// A program that uses this project keeps its own allocator, a sanitizer's for example.
  @Test func noSourceReplacesTheAllocator() {
    let found = Self.sources.filter { $0.value.contains("__libc_") }.map(\.key)
    #expect(found == [])
  }

  /// A C source uses a header or a call of Linux only behind a condition.
  @Test func linuxInCStandsBehindACondition() {
    let words = [
      "<sys/prctl.h>", "<sys/eventfd.h>", "prctl(", "close_range(", "pipe2(", "dup3(", "cpu_set_t",
      "sched_setaffinity", "ptsname_r(", "__libc_",
    ]
    for (name, text) in Self.sources where !name.hasSuffix(".swift") {
      var conditions: [Bool] = []
      for line in text.split(separator: "\n") where !line.hasPrefix("//") {
        if line.hasPrefix("#if") {
          conditions.append(line.contains("__linux__") || line.contains("__GLIBC__"))
        } else if line.hasPrefix("#else") {
          conditions[conditions.count - 1] = false
        } else if line.hasPrefix("#endif") {
          conditions.removeLast()
        } else if words.contains(where: line.contains) {
          let isComment = line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
          #expect(isComment || conditions.contains(true), "\(name): \(line)")
        }
      }
    }
  }

  /// Calls of Linux that no source makes.
  @Test func noOtherCallOfLinux() {
    for call in ["epoll_", "inotify_", "timerfd", "signalfd", "memfd_", "accept4(", "dup3("] {
      for (name, text) in Self.sources where text.contains(call) {
        Issue.record("\(name) calls \(call)")
      }
    }
  }

  /// The tool prints the version that the hello packet has.
  @Test func theVersionHasOneSource() throws {
    let version = FirmwareVersion.current
    let words = "\(version.major).\(version.minor).\(version.patch)"
    #expect(try Tool.run("--version").output == "\(words)\n")
    for (name, text) in Self.sources where text.contains("FirmwareVersion(1") {
      #expect(name == "Sources/Core/QuillonWire/FirmwareVersion+Current.swift")
    }
  }
}

import Testing

/// Tests that wait for time to pass or for another process, more than they compute. Some of them run at once, on threads
/// of their own, beside the tests that compute.
public struct WaitingTrait: TestTrait, SuiteTrait, TestScoping {
  /// How many run at once. More of them would keep each other waiting for a core.
  private static let seats = Seats(count: 8)

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    // Seats are taken and left on these threads too. Otherwise a seat that is left stays empty until the tests that compute,
    // which are all started at once, let the next one in.
    try await withTaskExecutorPreference(WaitingThreads.shared) {
      await Self.seats.take()
      let result = await Result.of(body)
      await Self.seats.leave()
      try result.get()
    }
  }
}

extension Trait where Self == WaitingTrait {
  /// The test, or each of the suite's, waits more than it computes.
  public static var waiting: Self { Self() }
}

extension Result where Success == Void, Failure == any Error {
  fileprivate static func of(_ body: () async throws -> Void) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

/// A fixed number of seats, taken in the order of asking.
private actor Seats {
  private var free: Int
  private var queue: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { queue.append($0) }
    }
  }

  func leave() {
    if queue.isEmpty {
      free += 1
    } else {
      queue.removeFirst().resume()
    }
  }
}

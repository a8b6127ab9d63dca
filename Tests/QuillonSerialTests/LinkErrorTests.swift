import Foundation
import QuillonSerial
import Testing

extension SerialLinkTests {
  @Suite struct LinkErrorTests {
    @Test(arguments: [
      (ENOENT, LinkError.noSuchPort(path: "/dev/x")), (ENXIO, .noSuchPort(path: "/dev/x")),
      (EBUSY, .busy(path: "/dev/x")), (EWOULDBLOCK, .busy(path: "/dev/x")),
      (EACCES, .permission(path: "/dev/x")), (EPERM, .permission(path: "/dev/x")),
      (ENOMEM, .memory(operation: "open /dev/x")),
      (EIO, .failure(operation: "open /dev/x", errno: EIO)),
    ]) func systemErrorsKeepTheirMeaning(_ code: Int32, _ expected: LinkError) {
      #expect(LinkError(opening: "/dev/x", errno: code) == expected)
    }

    @Test(arguments: [
      (LinkError.noSuchPort(path: "/dev/x"), "`quillon ports`"),
      (.busy(path: "/dev/x"), "close the program"),
      (.permission(path: "/dev/x"), "dialout"),
      (.permission(path: "/dev/x"), "udev rule"),
      (.argument(operation: "open /dev/x"), "`quillon ports`"),
      (.failure(operation: "open /dev/x", errno: EIO), "plug the board in again"),
      (.failure(operation: "open /dev/x", errno: EIO), "errno 5"),
      (.unsupported(operation: "open /dev/x"), "choose another speed"),
      (.memory(operation: "open /dev/x"), "close other programs"),
    ]) func everyDescriptionNamesThePortAndTheNextStep(_ error: LinkError, _ step: String) {
      #expect(error.description.contains("/dev/x"))
      #expect(error.description.contains(step))
      #expect(!error.description.contains("\n"))
    }

    /// A name is one word of the command to paste.
    @Test func aNameIsOneWordOfACommand() {
      #expect(LinkError.busy(path: "/dev/x").description.contains("(`fuser /dev/x` names it)"))
      #expect(LinkError.busy(path: "a; b").description.contains("(`fuser 'a; b'` names it)"))
    }
  }
}

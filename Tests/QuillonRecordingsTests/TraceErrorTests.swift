import QuillonRecordings
import Testing

@Suite struct TraceErrorTests {
  /// A broken file, the line at fault, and words of the message.
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var line: Int
    var fragment: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ line: Int, _ fragment: String) {
      self.text = text
      self.line = line
      self.fragment = fragment
    }
  }

  @Test(arguments: [
    Case("", 1, "found the end of the file, expected a header"),
    Case("# only\n# comments\n", 2, "found the end of the file, expected a header"),
    Case("t,foo\n", 1, "found column \"foo\", expected one of t ax"),
    Case("# c\nt,,pen\n", 2, "found column \"\""),
    Case("t, pen\n", 1, "found column \" pen\""),
    Case("T\n", 1, "found column \"T\""),
    Case("\u{FEFF}t\n", 1, "expected one of t ax"),
    Case("t,pen,t\n", 1, "found column t twice, expected each column once"),
    Case("pen\n", 1, "found no column t"),
    Case("\nt\n", 1, "found column \"\""),
    Case("t,ax,ay\n", 1, "found no column az, expected all of ax ay az or none"),
    Case("t,uy,uz\n", 1, "found no column ux, expected all of ux uy uz or none"),
    Case("t,gx\n", 1, "found no column gy, expected all of gx gy gz or none"),
    Case("t,mx,mz\n", 1, "found no column my, expected all of mx my mz or none"),
    Case("t,qx,qy,qz\n", 1, "found no column qw, expected all of qw qx qy qz or none"),
  ])
  func brokenHeader(_ broken: Case) {
    expectError(in: "a.csv", line: broken.line, saying: broken.fragment) {
      _ = try trace(broken.text)
    }
  }

  @Test(arguments: [
    Case("t,pen\n0\n", 2, "found 1 fields, expected 2 as in the header"),
    Case("t,pen\n0,1\n0,1,\n", 3, "found 3 fields, expected 2 as in the header"),
    Case("t,pen\n0,1\n\n", 3, "found the end of the line, expected a decimal number in column t"),
    Case("t\nabc\n", 2, "found \"abc\", expected a decimal number in column t"),
    Case("t\n1.5x\n", 2, "found \"1.5x\", expected a decimal number"),
    Case("t\n 1\n", 2, "found \" 1\", expected a decimal number"),
    Case("t\n1e\n", 2, "found \"1e\""),
    Case("t\n.\n", 2, "found \".\""),
    Case("t\n-\n", 2, "found \"-\""),
    Case("t\n+-1\n", 2, "found \"+-1\""),
    Case("t\n0x10\n", 2, "found \"0x10\""),
    Case("t\n1\0\n", 2, "found \"1\\0\""),
    Case("t\n1.2.3\n", 2, "found \"1.2.3\""),
    Case("t\n٣\n", 2, "found \"٣\""),
    Case("t,gx,gy,gz\n0,inf,2,3\n", 2, "found \"inf\", expected a decimal number in column gx"),
    Case("t,gx,gy,gz\nnan,1,2,3\n", 2, "found \"nan\", expected a decimal number in column t"),
    Case("t,gx,gy,gz\n0,1,2,3\ngx,t,gy,gz\n", 3, "found \"gx\", expected a decimal number"),
    Case("t,gx,gy,gz\n0,1,2,1e999\n", 2, "found \"1e999\", expected a decimal number in column gz"),
    Case("t\n2\n1.999999\n", 3, "found the time 1.999999 s, expected 2.0 s or later"),
    Case("t\n4000000001\n", 2, "expected a time within ±4e9 s"),
    Case("t\n-1e10\n", 2, "expected a time within ±4e9 s"),
    Case("t,pen\n0,2\n", 2, "found \"2\", expected 0 or 1 in column pen"),
    Case("t,pen\n0,\n", 2, "found the end of the line, expected 0 or 1 in column pen"),
    Case("t,pen\n0,1.0\n", 2, "found \"1.0\", expected 0 or 1 in column pen"),
    Case("t,stroke\n0,1.5\n", 2, "found \"1.5\", expected an integer or nothing in column stroke"),
    Case(
      "t,stroke\n0,99999999999999999999\n", 2, "expected an integer or nothing in column stroke"),
    Case("t,qw,qx,qy,qz\n0,1,0,0,0\n0,0,0,-0,0e5\n", 3, "found an attitude of all zeros"),
    Case("t\r\n0\r\nx\r\n", 3, "found \"x\", expected a decimal number"),
  ])
  func brokenRow(_ broken: Case) {
    expectError(in: "a.csv", line: broken.line, saying: broken.fragment) {
      _ = try trace(broken.text)
    }
  }

  @Test(arguments: ["t,label\n0,", "# ", ""])
  func bytesThatAreNoUTF8(_ start: String) {
    let line = start.contains("\n") ? 2 : 1
    expectError(in: "a.csv", line: line, saying: "found bytes that are no UTF-8") {
      _ = try Trace(parsing: Array(start.utf8) + [0xC3, 0x28, 0x0A], name: "a.csv")
    }
  }

  @Test func longFieldsAreCutInMessages() {
    let text = "t\n" + String(repeating: "7x", count: 10_000) + "\n"
    expectError(in: "a.csv", line: 2, saying: "found \"7x7x7x7x7x7x7x7x7x7x7x7x\", ") {
      _ = try trace(text)
    }
  }

  @Test func controlCharactersAreEscapedInMessages() {
    expectError(in: "a.csv", line: 2, saying: "found \"\\u{1B}[31m\", ") {
      _ = try trace("t\n\u{1B}[31m\n")
    }
  }
}

import QuillonRecordings

/// Commands that accept a trace.

/// A trace drawn as a page.
func plot(_ choices: inout Choices) {
  let model = choices.one(of: ["lab", "simulated-air", "air", "gestures", "accelerometer"])
  let trace = Workspace.write(TraceText.make(&choices), to: "trace.csv")
  Workspace.run("plot", trace, "--out", Workspace.vacant("page.html"), "--model", model)
}

/// A trace through the filters, some with a calibration.
func fuse(_ choices: inout Choices) {
  let options = choices.byte()
  var arguments = ["fuse"]
  let frame = ["arbitrary", "corrected", "magnetic", "true"][Int(options >> 3 & 3)]
  switch options % 5 {
  case 0: arguments += ["--axes", "6"]
  case 1: arguments += ["--axes", "9"]
  case 2: arguments += ["--axes", "9", "--reference"]
  case 3: arguments += ["--reference"]
  default:
    arguments += ["--frame", frame]
    if frame == "true" { arguments += ["--declination", choices.number()] }
  }
  if options & 32 != 0 { arguments.append("--json") }
  if options & 64 != 0 {
    arguments += [
      "--calibration", Workspace.write(SettingsText.calibration(&choices), to: "c.json"),
    ]
  }
  let trace =
    options & 128 == 0
    ? Workspace.write(TraceText.make(&choices), to: "trace.csv")
    : Workspace.write(FloatRows.make(&choices), to: "trace.f32")
  Workspace.run(arguments + [trace, "--out", Workspace.vacant("fused.csv")])
}

/// What a recording reveals about a board: its noise, its calibration, how it is worn.
func characterize(_ choices: inout Choices) {
  let options = choices.byte()
  let json = options & 1 == 0 ? [] : ["--json"]
  let trace = Workspace.write(TraceText.make(&choices), to: "trace.csv")
  Workspace.run(["characterize", trace, "--out", Workspace.vacant("page.html")] + json)
  let calibration = Workspace.vacant("calibration.json")
  Workspace.run(["calibrate", "--trace", trace, "--out", calibration] + json)
  let plane = Workspace.vacant("plane.json")
  let pen = options & 2 == 0 ? "board" : "auto"
  Workspace.run(
    ["enroll", "--trace", trace, "--out", plane, "--pen", pen] + json
      + (options & 4 == 0 ? [] : ["--calibration", calibration]))
}

/// Letters in the air and other motion, as models read them.
func evaluateAir(_ choices: inout Choices) {
  let options = choices.byte()
  let model = choices.one(of: ["lab", "simulated-air", "air", "gestures", "accelerometer"])
  var arguments = ["evaluate", "--model", model, "--html", Workspace.vacant("page.html")]
  if options & 1 != 0 { arguments.append("--json") }
  if model != "lab" {
    if options & 2 != 0 { arguments.append("--reject") }
    if options & 4 != 0 { arguments.append("--gates") }
    if options & 8 != 0 {
      let motion = Workspace.write(FloatRows.make(&choices), to: "motion.f32")
      return Workspace.run(arguments + ["--motion", motion, "--air", recordedTrace])
    }
  }
  if options & 16 != 0 { arguments += ["--damping", choices.number()] }
  if options & 32 != 0 { arguments += ["--labels", "AI"] }
  switch options >> 6 {
  case 1: arguments += ["--plane", "principal", "--azimuth", choices.number()]
  case 2: arguments += ["--plane", "wrist"]
  case 3: arguments += ["--plane", Workspace.write(SettingsText.plane(&choices), to: "plane.json")]
  default: break
  }
  let trace = Workspace.write(TraceText.make(&choices), to: "trace.csv")
  Workspace.run(arguments + ["--air", trace])
}

/// A trace as boards of every make send it, and their bytes read again.
func replayTrace(_ choices: inout Choices) {
  let format = choices.one(of: EncodedText.formats)
  let trace = Workspace.write(TraceText.make(&choices), to: "trace.csv")
  Workspace.run("replay", trace, "--protocol", format)
  guard let bytes = EncodedText.bytes(ofTraceAt: trace, format) else { return }
  Workspace.run(
    "decode", "--protocol", format, choices.flag() ? "--raw" : "--json",
    Workspace.write(bytes, to: "bytes"))
}

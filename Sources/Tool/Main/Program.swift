import QuillonTool

@main
enum Program {
  static func main() async {
    await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
  }
}

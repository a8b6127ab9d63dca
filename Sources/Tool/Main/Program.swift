import QuillonTool

@main
enum Program {
  static func main() { CommandLineTool.run(Array(CommandLine.arguments.dropFirst())) }
}

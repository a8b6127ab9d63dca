import CallControl
import NanoRP2040

@main enum Main { static func main() { CallControl<NanoRP2040>.run() } }

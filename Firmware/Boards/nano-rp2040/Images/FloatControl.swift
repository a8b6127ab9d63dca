import FloatControl
import NanoRP2040

@main enum Main { static func main() { FloatControl<NanoRP2040>.run() } }

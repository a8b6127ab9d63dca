import HeapControl
import NanoRP2040

@main enum Main { static func main() { HeapControl<NanoRP2040>.run() } }

import NanoRP2040
import TrapControl

@main enum Main { static func main() { TrapControl<NanoRP2040>.run() } }

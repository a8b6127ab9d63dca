import TrapControl
import NRF51822

@main enum Main { static func main() { TrapControl<NRF51822>.run() } }

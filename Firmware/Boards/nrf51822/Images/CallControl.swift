import CallControl
import NRF51822

@main enum Main { static func main() { CallControl<NRF51822>.run() } }

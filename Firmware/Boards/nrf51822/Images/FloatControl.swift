import FloatControl
import NRF51822

@main enum Main { static func main() { FloatControl<NRF51822>.run() } }

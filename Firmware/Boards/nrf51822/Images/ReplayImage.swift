import ReplayImage
import NRF51822

@main enum Main { static func main() { ReplayImage<NRF51822>.run() } }

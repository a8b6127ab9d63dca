import ChipImage
import NRF51822

@main enum Main { static func main() { ChipImage<NRF51822>.run() } }

import RecognizerImage
import NRF51822

@main enum Main { static func main() { RecognizerImage<NRF51822>.run() } }

import HeapControl
import NRF51822

@main enum Main { static func main() { HeapControl<NRF51822>.run() } }

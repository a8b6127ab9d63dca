import CallControl
import Pico

@main enum Main { static func main() { CallControl<Pico>.run() } }

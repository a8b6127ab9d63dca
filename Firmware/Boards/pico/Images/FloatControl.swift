import FloatControl
import Pico

@main enum Main { static func main() { FloatControl<Pico>.run() } }

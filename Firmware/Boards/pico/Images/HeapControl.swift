import HeapControl
import Pico

@main enum Main { static func main() { HeapControl<Pico>.run() } }

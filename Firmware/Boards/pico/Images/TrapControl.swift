import Pico
import TrapControl

@main enum Main { static func main() { TrapControl<Pico>.run() } }

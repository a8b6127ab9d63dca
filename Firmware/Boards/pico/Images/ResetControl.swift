import Pico
import ResetControl

@main enum Main { static func main() { ResetControl<Pico>.run() } }

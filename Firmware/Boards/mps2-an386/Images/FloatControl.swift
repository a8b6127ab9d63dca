import FloatControl
import MPS2AN386

@main enum Main { static func main() { FloatControl<MPS2AN386>.run() } }

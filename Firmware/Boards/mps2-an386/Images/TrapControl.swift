import TrapControl
import MPS2AN386

@main enum Main { static func main() { TrapControl<MPS2AN386>.run() } }

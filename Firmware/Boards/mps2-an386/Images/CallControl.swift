import CallControl
import MPS2AN386

@main enum Main { static func main() { CallControl<MPS2AN386>.run() } }

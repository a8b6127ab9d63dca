import ReplayImage
import MPS2AN386

@main enum Main { static func main() { ReplayImage<MPS2AN386>.run() } }

import ChipImage
import MPS2AN386

@main enum Main { static func main() { ChipImage<MPS2AN386>.run() } }

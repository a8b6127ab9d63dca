"""Programs for emulated boards: how they are compiled and linked with GCC, and run in QEMU. What they print goes out by semihosting."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = ROOT / ".build/library"
HEADERS = ROOT / "Library/Headers"
ONE_FILE = ROOT / ".build/amalgamation"


class Board:
    """A board of QEMU: its machine, the library's target, the compiler and its flags."""

    def __init__(self, name, machine, target, flags, memory, arm=True):
        self.name, self.machine, self.target, self.flags, self.memory, self.arm = name, machine, target, flags, memory, arm

    @property
    def compiler(self):
        """The compiler and its flags."""
        name = "arm-none-eabi-gcc" if self.arm else "riscv64-unknown-elf-gcc"
        return [name, "--specs=picolibc.specs", *self.flags, "-Os", "-ffunction-sections", "-fdata-sections"]

    def link(self, output, sources, *more, one_file=None):
        """Compiles and links `sources` into `output`, with the archive, or with the object of quillon.c that is given."""
        flash, flash_size, ram, ram_size, stack = self.memory
        symbols = {"__flash": flash, "__flash_size": flash_size, "__ram": ram, "__ram_size": ram_size, "__stack_size": stack}
        command = [*self.compiler, "--oslib=semihost", "--crt0=hosted", "-T", "picolibc.ld"]
        command += ["-DPICOLIBC_INTEGER_PRINTF_SCANF", "-Wl,--gc-sections"]
        command += [f"-Wl,--defsym={name}={value}" for name, value in symbols.items()]
        command += ["-I", ONE_FILE if one_file else HEADERS, *more, *sources]
        command += [one_file or LIBRARY / self.target / "lib/libquillon.a", "-o", output]
        subprocess.run(list(map(str, command)), check=True)

    def run(self, image, *more):
        """What the program prints; an error if it fails or does not end."""
        emulator = ["qemu-system-arm"] if self.arm else ["qemu-system-riscv32", "-bios", "none"]
        command = emulator + ["-M", self.machine, "-semihosting-config", "enable=on,target=native", "-nographic"]
        command += ["-monitor", "none", "-serial", "none", *more, "-kernel", str(image)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, stdin=subprocess.DEVNULL).stdout


ARM = ["-mthumb"]
LARGE = ("0", "4M", "0x20000000", "4M", "16K")
BOARDS = {
    board.name: board
    for board in [
        Board("microbit", "microbit", "cortex-m0plus", ARM + ["-mcpu=cortex-m0"], ("0", "256K", "0x20000000", "16K", "3K")),
        Board("mps2-an385", "mps2-an385", "cortex-m3", ARM + ["-mcpu=cortex-m3"], LARGE),
        Board("mps2-an386", "mps2-an386", "cortex-m4", ARM + ["-mcpu=cortex-m4"], LARGE),
        Board(
            "mps2-an386-hard", "mps2-an386", "cortex-m4f",
            ARM + ["-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"], LARGE),
        Board(
            "virt", "virt", "rv32imc", ["-march=rv32imac", "-mabi=ilp32"], ("0x80000000", "4M", "0x80400000", "4M", "16K"), arm=False),
    ]
}

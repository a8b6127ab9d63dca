// The vector table has no interface: the linker script places it.

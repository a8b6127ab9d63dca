// The vector table, which the linker script places. Nothing of it is called by name.
#pragma once

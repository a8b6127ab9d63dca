#include <stdint.h>

// Writes a byte to the board's first serial port.
void port_write(uint8_t byte);

// Ends the emulator.
void board_stop(void);

#ifndef SERIAL_PORT_SHIM_H
#define SERIAL_PORT_SHIM_H

// The modem lines (TIOCM_DTR and so on) that were last set on a pseudo-terminal.
int serial_port_shim_lines(void);

// Sets them, as if the system had when the port opened.
void serial_port_shim_set_lines(int lines);

#endif

// The handlers that every vector table names.
#pragma once

extern unsigned stack_top[];

void reset_handler(void);
void nmi_handler(void);
void hard_fault_handler(void);
void memory_fault_handler(void);
void bus_fault_handler(void);
void usage_fault_handler(void);
void unexpected_handler(void);

// Written in Swift, by the board.
void tick_handler(void);
void sensor_port_handler(void);
void host_port_handler(void);

// The same, on boards with a sensor chip.
void bus_handler(void);
void data_ready_handler(void);
void usb_handler(void);

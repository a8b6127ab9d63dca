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

typedef void (*vector)(void);

// The first 16 slots of the vector table of an ARMv6-M core (ARM DDI 0419, table B1-3). The board gives slot 15, SysTick.
#define ARMV6M_EXCEPTIONS \
    [0] = (vector)stack_top, [1] = reset_handler, [2] = nmi_handler, [3] = hard_fault_handler, [11] = unexpected_handler, \
    [14] = unexpected_handler

// The same of an ARMv7-M core, which has three more kinds of fault and a debug monitor (ARM DDI 0403, table B1-4).
#define ARMV7M_EXCEPTIONS \
    ARMV6M_EXCEPTIONS, [4] = memory_fault_handler, [5] = bus_fault_handler, [6] = usage_fault_handler, [12] = unexpected_handler

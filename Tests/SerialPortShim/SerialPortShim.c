// libserialport opens only what has modem lines, and a pseudo-terminal has none. This ioctl, found
// before the C library's, answers for those lines where the system reports none, and
// passes everything else on. Thus the tests drive libserialport without a board.

#include "SerialPortShim.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lines = TIOCM_DTR | TIOCM_RTS;

int serial_port_shim_lines(void) { return lines; }

void serial_port_shim_set_lines(int newLines) { lines = newLines; }

static int isModemLineRequest(unsigned long request) {
  return request == TIOCMGET || request == TIOCMSET || request == TIOCMBIS || request == TIOCMBIC;
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  int result = (int)syscall(SYS_ioctl, descriptor, request, argument);
  if (result == 0 || !isModemLineRequest(request) || !isatty(descriptor)) {
    return result;
  }
  int *value = argument;
  switch (request) {
  case TIOCMGET: *value = lines; break;
  case TIOCMSET: lines = *value; break;
  case TIOCMBIS: lines |= *value; break;
  default: lines &= ~*value; break;
  }
  return 0;
}

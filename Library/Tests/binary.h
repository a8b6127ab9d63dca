/* Standard input and output are bytes, on Windows too. */
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
static void make_streams_binary(void) {
  _setmode(_fileno(stdin), _O_BINARY);
  _setmode(_fileno(stdout), _O_BINARY);
}
#else
static void make_streams_binary(void) {}
#endif

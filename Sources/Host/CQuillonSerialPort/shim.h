#include <libserialport.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/ioctl.h>

#ifdef __linux__
#include <sys/eventfd.h>

// Swift's Glibc module leaves out what the headers show to X/Open programs only.
int posix_openpt(int flags);
int grantpt(int descriptor);
int unlockpt(int descriptor);
int ptsname_r(int descriptor, char *buffer, size_t length);
#endif

// The system's macro contains a type, which Swift cannot import.
static const unsigned long getExclusiveRequest = TIOCGEXCL;

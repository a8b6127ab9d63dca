// Nothing is called: what is in this library stands in the place of the C library's functions. See FileFaults.c.

/* Loaded before a program's own library: each write that must be safe on the disk takes as long as on a
   slow or busy one, from 5 to 250 milliseconds, while there is a file named by SLOW_DISK_WHILE. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void dawdle(void) {
  const char *flag = getenv("SLOW_DISK_WHILE");
  if (flag && access(flag, F_OK) == 0) usleep(5000 + random() % 245000);
}

int fsync(int file) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  dawdle();
  return next(file);
}

int fdatasync(int file) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  dawdle();
  return next(file);
}

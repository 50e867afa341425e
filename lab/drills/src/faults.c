/* Simulates a failing disk for drills. The library is loaded into the program with LD_PRELOAD.

   While the file named by DISK_FAULT has two lines, a path and a kind of fault, these calls fail on files whose path begins
   with the first line:

     write      every write and flush, with EIO
     flush      only flushes, with EIO; earlier writes are in the file, as after a failed fsync on a real disk
     full       calls that make a file larger, with ENOSPC
     read-only  every write, and opening for writing, with EROFS

   A failing call has no effect. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum fault { NONE, WRITE, FLUSH, FULL, READ_ONLY };

static enum fault fault_at(const char *path) {
  const char *control = getenv("DISK_FAULT");
  char text[8192];
  if (control == NULL) return NONE;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, control, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return NONE;
  ssize_t length = syscall(SYS_read, fd, text, sizeof text - 1);
  syscall(SYS_close, fd);
  if (length <= 0) return NONE;
  text[length] = 0;
  char *kind = strchr(text, '\n');
  if (kind == NULL) return NONE;
  *kind++ = 0;
  if (strncmp(path, text, strlen(text)) != 0) return NONE;
  if (strncmp(kind, "write", 5) == 0) return WRITE;
  if (strncmp(kind, "flush", 5) == 0) return FLUSH;
  if (strncmp(kind, "full", 4) == 0) return FULL;
  if (strncmp(kind, "read-only", 9) == 0) return READ_ONLY;
  return NONE;
}

static enum fault fault_of(int fd) {
  int before = errno;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  enum fault fault = NONE;
  if (length > 0) {
    path[length] = 0;
    fault = fault_at(path);
  }
  errno = before;
  return fault;
}

/* Whether writing up to `end` fails. */
static int refuses(int fd, off_t end) {
  struct stat file;
  switch (fault_of(fd)) {
    case WRITE: errno = EIO; return 1;
    case READ_ONLY: errno = EROFS; return 1;
    case FULL:
      if (fstat(fd, &file) == 0 && end > file.st_size) {
        errno = ENOSPC;
        return 1;
      }
      return 0;
    default: return 0;
  }
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t count) {
  off_t here = lseek(fd, 0, SEEK_CUR);
  if (here >= 0 && refuses(fd, here + (off_t)count)) return -1;
  return NEXT(write)(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  if (refuses(fd, at + (off_t)count)) return -1;
  return NEXT(pwrite)(fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  if (refuses(fd, (off_t)at + (off_t)count)) return -1;
  return NEXT(pwrite64)(fd, bytes, count, at);
}

int ftruncate(int fd, off_t length) {
  if (refuses(fd, length)) return -1;
  return NEXT(ftruncate)(fd, length);
}

int ftruncate64(int fd, off64_t length) {
  if (refuses(fd, (off_t)length)) return -1;
  return NEXT(ftruncate64)(fd, length);
}

static int cannot_flush(int fd) {
  enum fault fault = fault_of(fd);
  if (fault != WRITE && fault != FLUSH) return 0;
  errno = EIO;
  return 1;
}

int fsync(int fd) { return cannot_flush(fd) ? -1 : NEXT(fsync)(fd); }

int fdatasync(int fd) { return cannot_flush(fd) ? -1 : NEXT(fdatasync)(fd); }

static int cannot_open(const char *path, int flags) {
  if ((flags & O_ACCMODE) == O_RDONLY || fault_at(path) != READ_ONLY) return 0;
  errno = EROFS;
  return 1;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return cannot_open(path, flags) ? -1 : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return cannot_open(path, flags) ? -1 : NEXT(open64)(path, flags, mode);
}

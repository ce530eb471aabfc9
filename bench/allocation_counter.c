/* Loaded before the C library (LD_PRELOAD) to count the calls that ask for memory. Not loaded where time is measured.
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static _Atomic int64_t calls;

int64_t CountedAllocations(void) {
  return atomic_load(&calls);
}

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

static void count(void) {
  atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
}

void* malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void* calloc(size_t items, size_t size) {
  count();
  return __libc_calloc(items, size);
}

void* realloc(void* block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void* memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** block, size_t alignment, size_t size) {
  count();
  *block = __libc_memalign(alignment, size);
  return *block == NULL ? 12 : 0;
}

void* mmap(void* address, size_t length, int protection, int flags, int file, off_t offset) {
  count();
  return (void*)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}

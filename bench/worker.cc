#include "worker.h"

#include <dlfcn.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

namespace bench {
namespace {

/// Returns a figure of /proc/self/status in bytes.
int64_t StatusBytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key + ":")) {
      return std::stoll(line.substr(key.size() + 1)) * 1024;
    }
  }
  return 0;
}

/// Lets the peak of resident memory start from what is resident now.
void ResetPeak() {
  std::ofstream("/proc/self/clear_refs") << "5";
}

/// Calls of malloc and mmap so far; -1 without the counter (allocation_counter.c) in LD_PRELOAD.
int64_t CountedAllocations() {
  using Counter = int64_t (*)();
  static const auto counter = reinterpret_cast<Counter>(dlsym(RTLD_DEFAULT, "CountedAllocations"));
  return counter == nullptr ? -1 : counter();
}

}  // namespace

void Fail(const std::string& message) {
  std::cerr << message << '\n';
  std::exit(1);
}

int Serve(int argc, char** argv, TaskMaker make_task, PoolAllocations pool_allocations) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::unique_ptr<Task> task = words.empty() ? nullptr : make_task(words);
  if (task == nullptr) {
    Fail("no such task");
  }
  const int64_t base_bytes = StatusBytes("VmRSS");
  task->Prepare();
  for (std::string request; std::getline(std::cin, request);) {
    if (request == "answer") {
      std::cout << task->Answer() << std::endl;
      continue;
    }
    task->Drop();
    ResetPeak();
    const int64_t allocations = CountedAllocations() + pool_allocations();
    const auto start = std::chrono::steady_clock::now();
    task->Run();
    const std::chrono::nanoseconds elapsed = std::chrono::steady_clock::now() - start;
    const int64_t calls = CountedAllocations() < 0 ? -1 : CountedAllocations() + pool_allocations() - allocations;
    std::cout << "{\"ns\": " << elapsed.count() << ", \"peak_bytes\": " << StatusBytes("VmHWM") - base_bytes
              << ", \"allocations\": " << calls << "}" << std::endl;
  }
  return 0;
}

}  // namespace bench

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// What is timed. The steps that are not run before and after the clock.
class Task {
 public:
  virtual ~Task() = default;
  virtual void Prepare() {}
  virtual void Run() = 0;
  /// Drops what Run left.
  virtual void Drop() {}
  /// Says what Run found, for the comparison with other engines: one line, the same for the same values.
  virtual std::string Answer() { return {}; }
};

/// Finds the task named by the first word; the others are its arguments. Null: there is none of that name.
using TaskMaker = std::unique_ptr<Task> (*)(const std::vector<std::string>& words);

/// Makes the task that every engine has under the same words: "read FILE", "write FILE OUTPUT CODEC", "csv FILE
/// OUTPUT", "open FILE".
template <typename Read, typename Write, typename ConvertCsv, typename Open>
std::unique_ptr<Task> MakeFileTask(const std::vector<std::string>& words) {
  const std::string& kind = words[0];
  if (kind == "read" && words.size() == 2) {
    return std::make_unique<Read>(words[1]);
  }
  if (kind == "write" && words.size() == 4) {
    return std::make_unique<Write>(words[1], words[2], words[3]);
  }
  if (kind == "csv" && words.size() == 3) {
    return std::make_unique<ConvertCsv>(words[1], words[2]);
  }
  if (kind == "open" && words.size() == 2) {
    return std::make_unique<Open>(words[1]);
  }
  return nullptr;
}

/// Allocations that the engine makes from a pool of its own, where malloc is not called.
using PoolAllocations = int64_t (*)();

/// Serves requests from standard input ("run" or "answer", a line each) with one line of JSON each, until its end.
int Serve(int argc, char** argv, TaskMaker make_task, PoolAllocations pool_allocations);

/// Ends the program with a message: a benchmark whose work fails measures nothing.
[[noreturn]] void Fail(const std::string& message);

}  // namespace bench

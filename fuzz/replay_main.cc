// Feeds the files of the folders named on the command line, and the empty input, to the one fuzz target that is linked
// in. A finding is a crash or a sanitizer report; without one it exits with 0.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size_bytes);

namespace {

std::vector<char> ReadAll(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int argc, char** argv) {
  uint8_t nothing = 0;
  LLVMFuzzerTestOneInput(&nothing, 0);
  int input_count = 1;
  for (int i = 1; i < argc; ++i) {
    std::error_code absent;
    for (const auto& entry : std::filesystem::directory_iterator(argv[i], absent)) {
      const std::vector<char> bytes = ReadAll(entry.path());
      std::fprintf(stderr, "%s\n", entry.path().c_str());  // Before the run, so that a crash names its input.
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
      ++input_count;
    }
  }
  std::printf("%d inputs replayed\n", input_count);
  return 0;
}

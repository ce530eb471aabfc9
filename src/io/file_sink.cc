#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "base/guard.h"
#include "base/try.h"
#include "io/file_descriptor.h"
#include "io/gather_write.h"
#include "io/system_error.h"
#include "taracea/io.h"

namespace taracea {
namespace {

constexpr size_t kMaxNameBytes = 255;
constexpr mode_t kDefaultMode = 0666;

/// Writes through to something that is there already: standard output, a pipe, a device.
class StreamSink final : public ByteSink {
 public:
  StreamSink(FileDescriptor owned, int descriptor, std::string name)
      : owned_(std::move(owned)), descriptor_(descriptor), name_(std::move(name)) {}

  Status Write(std::span<const ConstBytes> pieces) override {
    TARACEA_TRY(failure_);
    failure_ = GatherWrite(descriptor_, pieces, name_);
    return failure_;
  }
  Status Flush() override { return failure_; }
  Status Close() override {
    TARACEA_TRY(failure_);
    return owned_.Close() ? Status() : SystemError("close", name_, errno);
  }
  void Abort() noexcept override { owned_.Close(); }
  std::string Name() const override { return name_; }

 private:
  FileDescriptor owned_;
  const int descriptor_;
  const std::string name_;
  Status failure_;
};

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string NameOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

bool SyncFolder(const std::string& folder) noexcept {
  const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return descriptor.is_open() && ::fsync(descriptor.get()) == 0;
}

/// Renames and fails with EEXIST where `to` exists, in one step of the file system.
bool RenameIfAbsent(const std::string& from, const std::string& to) noexcept {
#if defined(RENAME_NOREPLACE)
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
    return true;
  }
  if (errno != EINVAL && errno != ENOSYS) {
    return false;
  }
#endif
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return true;
  }
  if (errno == EEXIST) {
    return false;
  }
  // No links either: claim the name with an empty file, then replace that.
  FileDescriptor claim(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kDefaultMode));
  if (!claim.is_open()) {
    return false;
  }
  if (::rename(from.c_str(), to.c_str()) == 0) {
    return true;
  }
  const int error_number = errno;
  ::unlink(to.c_str());
  errno = error_number;
  return false;
}

class FileSink final : public ByteSink {
 public:
  FileSink(std::string path, std::string temporary, FileDescriptor descriptor, const FileSinkOptions& options)
      : path_(std::move(path)),
        temporary_(std::move(temporary)),
        descriptor_(std::move(descriptor)),
        options_(options) {}
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;
  ~FileSink() override { Abort(); }

  Status Write(std::span<const ConstBytes> pieces) override {
    TARACEA_TRY(CheckOpen());
    failure_ = GatherWrite(descriptor_.get(), pieces, path_);
    return failure_;
  }

  Status Flush() override { return CheckOpen(); }

  Status Close() override {
    TARACEA_TRY(CheckOpen());
    failure_ = Finish();
    if (!failure_.ok()) {
      Abort();
    }
    return failure_;
  }

  void Abort() noexcept override {
    descriptor_.Close();
    if (!temporary_.empty()) {
      ::unlink(temporary_.c_str());
      temporary_.clear();
    }
  }

  std::string Name() const override { return path_; }

 private:
  Status CheckOpen() const {
    if (!failure_.ok()) {
      return failure_;
    }
    return descriptor_.is_open() ? Status() : Status::InvalidArgument("the file is closed already").At({.file = path_});
  }

  Status Finish() {
    if (options_.sync && ::fsync(descriptor_.get()) != 0) {
      return SystemError("write", path_, errno);
    }
    if (!descriptor_.Close()) {
      return SystemError("write", path_, errno);
    }
    const bool renamed =
        options_.overwrite ? ::rename(temporary_.c_str(), path_.c_str()) == 0 : RenameIfAbsent(temporary_, path_);
    if (!renamed && errno == EEXIST) {
      return Status::InvalidArgument("the file exists and overwrite is not set").At({.file = path_});
    }
    if (!renamed) {
      return SystemError("rename to", path_, errno);
    }
    temporary_.clear();
    return options_.sync && !SyncFolder(FolderOf(path_)) ? SystemError("sync the folder of", path_, errno) : Status();
  }

  const std::string path_;
  std::string temporary_;
  FileDescriptor descriptor_;
  const FileSinkOptions options_;
  Status failure_;
};

std::string TemporaryName(const std::string& path, uint32_t random) {
  const std::string suffix = ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(random);
  const std::string name = NameOf(path).substr(0, kMaxNameBytes - 1 - suffix.size());
  const size_t folder_bytes = path.size() - NameOf(path).size();
  return path.substr(0, folder_bytes) + "." + name + suffix;
}

/// Where the bytes go in the end: symbolic links are followed, so that the file behind them is replaced.
std::string FollowLinks(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  return resolved != nullptr ? std::string(resolved.get()) : path;
}

Result<std::unique_ptr<ByteSink>> CreateTemporary(const std::string& path, const FileSinkOptions& options,
                                                  const struct stat* replaced) {
  std::random_device random;
  for (;;) {
    const std::string temporary = TemporaryName(path, random());
    FileDescriptor descriptor(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kDefaultMode));
    if (!descriptor.is_open() && errno == EEXIST) {
      continue;
    }
    if (!descriptor.is_open()) {
      return SystemError("create", path, errno);
    }
    if (replaced != nullptr) {
      // A file that is replaced hands its permissions on, as far as the system allows.
      static_cast<void>(::fchmod(descriptor.get(), replaced->st_mode & 07777));
    }
    return std::unique_ptr<ByteSink>(std::make_unique<FileSink>(path, temporary, std::move(descriptor), options));
  }
}

Result<std::unique_ptr<ByteSink>> OpenStream(const std::string& path) {
  FileDescriptor descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!descriptor.is_open()) {
    return SystemError("open", path, errno);
  }
  const int number = descriptor.get();
  return std::unique_ptr<ByteSink>(std::make_unique<StreamSink>(std::move(descriptor), number, path));
}

Result<std::unique_ptr<ByteSink>> CreateSink(const std::string& path, const FileSinkOptions& options) {
  if (path == "-") {
    return std::unique_ptr<ByteSink>(
        std::make_unique<StreamSink>(FileDescriptor(), STDOUT_FILENO, "<standard output>"));
  }
  if (NameOf(path).empty()) {
    return Status::InvalidArgument("expected the path of a file, found \"" + path + "\"");
  }
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) {
    return CreateTemporary(path, options, nullptr);
  }
  if (S_ISDIR(facts.st_mode)) {
    return Status::InvalidArgument("expected the path of a file, found a folder").At({.file = path});
  }
  if (!S_ISREG(facts.st_mode)) {
    return OpenStream(path);
  }
  if (!options.overwrite) {
    return Status::InvalidArgument("the file exists and overwrite is not set").At({.file = path});
  }
  return CreateTemporary(FollowLinks(path), options, &facts);
}

}  // namespace

Result<std::unique_ptr<ByteSink>> CreateFileSink(const std::string& path, const FileSinkOptions& options) {
  return Guard([&] { return CreateSink(path, options); });
}

}  // namespace taracea

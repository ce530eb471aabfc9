#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "taracea/status.h"

namespace taracea {

/// Calls `work()` and turns what the standard library or a callback of the user's may throw into a Status:
/// std::bad_alloc into kOutOfMemory, anything else into kInternal. Stands at every entry of the API and of a task.
/// `work` returns Status or a Result.
template <typename Work>
auto Guard(Work&& work) noexcept -> decltype(std::forward<Work>(work)()) {
  try {
    return std::forward<Work>(work)();
  } catch (const std::bad_alloc&) {
    return Status::OutOfMemory("allocation failed");
  } catch (const std::exception& error) {
    return Status::Internal(std::string("unexpected exception: ") + error.what());
  } catch (...) {
    return Status::Internal("unexpected exception of unknown type");
  }
}

}  // namespace taracea

#include "interrupt.h"

#include <unistd.h>

#include <csignal>

#include "exit_code.h"

namespace taracea::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void OnInterrupt(int signal_number) {
  if (interrupted != 0) {
    _exit(128 + signal_number);
  }
  interrupted = signal_number;
}

}  // namespace

void CatchInterrupts() {
  struct sigaction action{};
  action.sa_handler = OnInterrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool Interrupted() noexcept {
  return interrupted != 0;
}

Status CheckInterrupt() {
  return Interrupted() ? Status::Cancelled("interrupted") : Status();
}

}  // namespace taracea::cli

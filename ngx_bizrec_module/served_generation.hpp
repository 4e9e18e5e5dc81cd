#pragma once

#include <atomic>
#include <memory>

#include "bizrec/store/generation.hpp"

namespace bizrec::ngx {

class IndexThread;

/// How many generations of one index a worker has mapped: the current one, those that requests still hold, and those
/// that are being warmed or closed.
using MappedCount = std::shared_ptr<std::atomic<unsigned>>;

/// The reference that requests hold. When the last one goes, the log names the generation and `thread` closes it: to
/// unmap 10 GB takes a second, in which the event loop would answer nobody. Counted in `mapped` until then. `thread`
/// must outlive it.
std::shared_ptr<const store::Generation> serve_generation(std::shared_ptr<const store::Generation> opened,
                                                          MappedCount mapped, IndexThread& thread);

}  // namespace bizrec::ngx

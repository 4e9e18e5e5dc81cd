#pragma once

#include <memory>

#include "bizrec/store/generation.hpp"

namespace bizrec::ngx {

class IndexThread;

/// The reference that the engine's work for a request holds. When the last one goes, the log names the generation and
/// `thread` closes it: to unmap 10 GB takes a second, in which the event loop would answer nobody. What `thread` is
/// given after that finds it closed. `thread` must outlive it.
std::shared_ptr<const store::Generation> serve_generation(std::shared_ptr<const store::Generation> opened,
                                                          IndexThread& thread);

}  // namespace bizrec::ngx

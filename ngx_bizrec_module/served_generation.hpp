#pragma once

#include <memory>

#include "bizrec/store/generation.hpp"

namespace bizrec::ngx {

class IndexThread;

/// Returns the reference that the engine's work for a request holds. When the last copy of it goes, the log says that
/// the generation is closed, and `thread` closes it. Unmapping 10 GB takes a second, and on the event loop this would
/// hold up all requests. Tasks that `thread` gets later find the generation closed. `thread` must outlive it.
std::shared_ptr<const store::Generation> serve_generation(std::shared_ptr<const store::Generation> opened,
                                                          IndexThread& thread);

}  // namespace bizrec::ngx

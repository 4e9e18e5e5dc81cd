#pragma once

#include <memory>

#include "bizrec/store/generation.hpp"

namespace bizrec::ngx {

class IndexThread;

/// Returns a reference to the generation. Each request holds a copy of the reference while the engine works for that
/// request. When the last copy is destroyed, the log says that the generation is closed, and `thread` closes it.
/// Unmapping 10 GB takes a second, and on the event loop this would hold up all requests. Tasks that `thread` gets
/// later find the generation closed. `thread` must outlive all copies.
std::shared_ptr<const store::Generation> serve_generation(std::shared_ptr<const store::Generation> opened,
                                                          IndexThread& thread);

}  // namespace bizrec::ngx

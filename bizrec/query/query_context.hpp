#pragma once

#include "bizrec/query/record_names.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// What the parts of one search share, each of which holds a reference to it: the index that is read, from request to
/// request another one, and the memory to read a record's names with.
class QueryContext {
public:
    QueryContext() = default;
    explicit QueryContext(const store::Generation& generation) : generation_(&generation) {}
    QueryContext(const QueryContext&) = delete;
    QueryContext& operator=(const QueryContext&) = delete;

    /// It must live as long as the request is worked on.
    void begin(const store::Generation& generation) noexcept { generation_ = &generation; }
    const store::Generation& operator*() const noexcept { return *generation_; }
    const store::Generation* operator->() const noexcept { return generation_; }
    RecordNames& names() const noexcept { return names_; }

private:
    const store::Generation* generation_ = nullptr;
    mutable RecordNames names_;
};

}  // namespace bizrec::search

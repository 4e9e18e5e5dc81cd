#pragma once

#include <string_view>

#include "bizrec/base/budget.hpp"
#include "bizrec/query/record_names.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// What the parts of one search share, each of which holds a reference to it: the index that is read and the budget
/// that is taken from, of each request its own, and the memory to read a record's names with.
class QueryContext {
public:
    QueryContext() = default;
    explicit QueryContext(const store::Generation& generation) : generation_(&generation) {}
    QueryContext(const QueryContext&) = delete;
    QueryContext& operator=(const QueryContext&) = delete;

    /// Both must live as long as the request is worked on.
    void begin(const store::Generation& generation, Budget& budget) noexcept {
        generation_ = &generation;
        budget_ = &budget;
    }
    const store::Generation& operator*() const noexcept { return *generation_; }
    const store::Generation* operator->() const noexcept { return generation_; }
    RecordNames& names() const noexcept { return names_; }
    Budget& budget() const noexcept { return *budget_; }
    /// Cuts a text of the request into words. Nothing is left to do where the budget has stopped: `out` is empty then.
    void analyse(std::string_view typed, text::AnalysedText& out) const;

private:
    const store::Generation* generation_ = nullptr;
    mutable RecordNames names_;
    mutable Budget unlimited_;  // where nobody has given another
    Budget* budget_ = &unlimited_;
};

}  // namespace bizrec::search

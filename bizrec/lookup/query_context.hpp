#pragma once

#include <string_view>

#include "bizrec/base/budget.hpp"
#include "bizrec/lookup/record_names.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// The objects that all parts of a search share by reference: the index, the budget of the current request, and memory
/// for reading a record's names.
class QueryContext {
public:
    QueryContext() = default;
    explicit QueryContext(const store::Generation& generation) : generation_(&generation) {}
    QueryContext(const QueryContext&) = delete;
    QueryContext& operator=(const QueryContext&) = delete;

    /// Sets the index and the budget of the next request. Both must live until the request is processed.
    void begin(const store::Generation& generation, Budget& budget) noexcept {
        generation_ = &generation;
        budget_ = &budget;
    }
    const store::Generation& operator*() const noexcept { return *generation_; }
    const store::Generation* operator->() const noexcept { return generation_; }
    RecordNames& names() const noexcept { return names_; }
    Budget& budget() const noexcept { return *budget_; }
    /// Cuts a text of the request into words. If the budget is stopped, `out` is empty.
    void analyse(std::string_view typed, text::AnalysedText& out) const;

private:
    const store::Generation* generation_ = nullptr;
    mutable RecordNames names_;
    mutable Budget unlimited_;  // in use until begin() sets another budget
    Budget* budget_ = &unlimited_;
};

}  // namespace bizrec::search

#pragma once

#include <cstdint>
#include <string>

#include "bizrec/format/uuid.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/store/suppression_folder.hpp"

namespace bizrec::builder {

/// A list of suppressions that is applied to each record of a build. Immutable and thread-safe.
class SuppressionScreen {
public:
    /// `path`: a published folder, or a file NUMBER.suppressed. A folder that names no list suppresses nothing. Throws
    /// BuildFailure.
    static SuppressionScreen load(const std::string& path);
    explicit SuppressionScreen(store::SharedSuppressions list) : list_(std::move(list)) {}

    /// The number of the list; 0: there is no list.
    std::uint64_t number() const noexcept { return list_ ? list_->number : 0; }
    std::uint64_t entries() const noexcept { return list_ ? list_->entries.size() : 0; }

    enum class Finding { nothing, part, whole };
    Finding find(const format::Uuid& id) const noexcept;
    /// Removes the listed parts of a record from its JSON. If an element of an array is listed, the whole array is
    /// removed, because the element's index in this record is unknown. Returns false if the record has none of the
    /// parts.
    bool cut(const format::Uuid& id, std::string& json) const;

    /// Number of entries whose record or part an index file still contains. Throws BuildFailure.
    std::uint64_t held_by(const store::Generation& generation) const;

private:
    store::SharedSuppressions list_;
};

}  // namespace bizrec::builder

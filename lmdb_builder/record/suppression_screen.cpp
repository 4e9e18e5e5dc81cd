#include "lmdb_builder/record/suppression_screen.hpp"

#include <algorithm>
#include <filesystem>

#include "bizrec/format/content.hpp"
#include "bizrec/format/json_cut.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/small_file.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

store::SuppressionList list_of_file(const std::string& path) {
    const std::string text = must(store::read_small_file(
        path, store::suppression_limit,
        "name the published folder, or, if it is new, make it: lmdb_builder suppress init \"" + path + '"'));
    auto list = store::parse_suppression(text, nullptr);
    if (!list) {
        throw BuildFailure(path + ": " + list.error().message);
    }
    return std::move(list).value();
}

}  // namespace

SuppressionScreen SuppressionScreen::load(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) {
        return SuppressionScreen(std::make_shared<const store::SuppressionList>(list_of_file(path)));
    }
    auto found = must(store::find_suppressions(path, nullptr, nullptr));
    if (!found.trouble.empty()) {
        throw BuildFailure(found.trouble);
    }
    return SuppressionScreen(std::move(found.list));
}

SuppressionScreen::Finding SuppressionScreen::find(const format::Uuid& id) const noexcept {
    if (!list_) {
        return Finding::nothing;
    }
    const auto [first, last] = list_->entries_of(id);
    return first == last ? Finding::nothing : first->is_whole() ? Finding::whole : Finding::part;
}

bool SuppressionScreen::cut(const format::Uuid& id, std::string& json) const {
    bool any = false;
    if (list_) {
        const auto [first, last] = list_->entries_of(id);
        for (auto entry = first; entry != last; ++entry) {
            any = format::cut_json(json, format::without_positions(entry->pointer)) || any;
        }
    }
    return any;
}

std::uint64_t SuppressionScreen::held_by(const store::Generation& generation) const {
    std::uint64_t count = 0;
    std::string row;
    for (std::size_t i = 0; list_ && i < list_->entries.size(); ++i) {
        const store::SuppressionEntry& entry = list_->entries[i];
        const std::uint32_t docid = generation.find_id(entry.id);
        if (docid == format::no_docid) {
            continue;
        }
        row.clear();
        if (!generation.append_row_head(docid, row)) {
            throw BuildFailure(generation.path() + ": a record is damaged");
        }
        row.erase(0, format::row_content_offset);
        count += entry.is_whole() || format::cut_json(row, format::without_positions(entry.pointer)) ? 1U : 0U;
    }
    return count;
}

}  // namespace bizrec::builder

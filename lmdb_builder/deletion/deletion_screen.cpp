#include "lmdb_builder/deletion/deletion_screen.hpp"

#include <algorithm>

#include "bizrec/format/json_cut.hpp"
#include "bizrec/store/small_file.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {

DeletionScreen DeletionScreen::load(const std::string& folder) {
    const std::string file = folder + "/" + std::string(store_file_name);
    auto parsed = parse_store(must(store::read_small_file(
        file, max_store_bytes, "name a folder that lmdb_builder suppress import-drop has made")));
    if (!parsed) {
        throw BuildFailure("\"" + file + "\" " + parsed.error().message);
    }
    const auto store = std::make_shared<DeletionStore>(std::move(parsed).value());
    for (auto& entries : store->entries) {
        const auto is_open = [](const DeletionEntry& entry) { return entry.status == DeletionStatus::untried; };
        entries.erase(std::remove_if(entries.begin(), entries.end(), is_open), entries.end());
    }
    DeletionScreen screen;
    screen.tables_ = std::make_shared<const DeletionTables>(*store);
    screen.store_ = store;
    return screen;
}

DeletionCutter::DeletionCutter(const DeletionScreen& screen, NormalisingRules rules)
    : store_(*screen.store_), matcher_(*screen.tables_, std::move(rules)) {}

bool DeletionCutter::cut(std::string& json) {
    std::vector<std::string> pointers;
    for (const FoundDeletion& found : matcher_.match(json)) {
        pointers.push_back(found.pointer);
        count(found);
    }
    std::sort(pointers.begin(), pointers.end(), format::is_cut_before);
    pointers.erase(std::unique(pointers.begin(), pointers.end()), pointers.end());
    for (std::string& pointer : pointers) {
        // cut_json() fails if a name in the pointer has control characters. Then the enclosing value is cut, or the
        // whole record.
        while (!pointer.empty() && !format::cut_json(json, pointer)) {
            pointer.resize(pointer.rfind('/'));
        }
        if (pointer.empty()) {
            json.clear();
        }
    }
    return !pointers.empty();
}

void DeletionCutter::count(const FoundDeletion& deletion) {
    const auto type = static_cast<std::size_t>(deletion.type);
    ++found_.identifiers[type];
    const auto& entries = store_.entries[type];
    const bool is_new =
        std::any_of(entries.begin() + deletion.entries.first, entries.begin() + deletion.entries.last,
                    [](const DeletionEntry& entry) { return entry.status == DeletionStatus::not_found; });
    if (is_new) {
        found_.not_reported[type].insert(entries[deletion.entries.first].hash);
    }
}

}  // namespace bizrec::builder

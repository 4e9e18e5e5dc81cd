#include "lmdb_builder/suppression/copies_in_index.hpp"

#include <algorithm>

#include "bizrec/format/content.hpp"
#include "bizrec/format/json_cut.hpp"
#include "lmdb_builder/suppression/named_entries.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

using store::SuppressionEntry;

class HeldEntries {
public:
    HeldEntries(const std::shared_ptr<const store::Generation>& generation, store::SharedSuppressions list)
        : list_(std::move(list)),
          everything_(store::Generation::suppress(generation, nullptr)),
          view_(store::Generation::suppress(generation, list_)) {}

    void add(const SuppressionEntry& entry) {
        const std::uint32_t docid = everything_->find_id(entry.id);
        if (docid == format::no_docid) {
            return;
        }
        if (entry.is_whole()) {
            return add_record(entry, docid);
        }
        const std::string record = record_of(docid);
        const std::string of_array(format::without_positions(entry.pointer));
        if (has(record, entry.pointer)) {
            add_part(entry, record, "");
        } else if (of_array != entry.pointer && has(record, of_array)) {
            add_part({entry.id, of_array, ""}, record, "; the element may have another position in it");
        }
    }

    bool shows(const SuppressionEntry& entry) const {
        const std::uint32_t docid = everything_->find_id(entry.id);
        if (docid == format::no_docid || entry.is_whole()) {
            return view_->find_id(entry.id) != format::no_docid;
        }
        const std::string record = record_of(docid);
        return has(record, entry.pointer) && !hides(entry, record);
    }

    std::vector<HeldEntry> found;

private:
    void add_record(const SuppressionEntry& entry, std::uint32_t docid) {
        const bool is_gone = view_->find_id(entry.id) == format::no_docid;
        const bool is_cut = !is_gone && list_ && view_->suppression()->changes_content(docid);
        found.push_back({text_of(entry),
                         is_gone  ? "suppressed by " + list_name()
                         : is_cut ? "served without the parts of " + list_name()
                                  : "served",
                         !is_gone && !is_cut});
    }

    void add_part(const SuppressionEntry& entry, const std::string& record, const char* note) {
        const bool is_hidden = hides(entry, record);
        found.push_back({text_of(entry), (is_hidden ? "suppressed by " + list_name() : "served") + note, !is_hidden});
    }

    /// Whether the list cuts so much out of the record that nothing of the part is left. The positions of elements
    /// differ before and after cuts, so that the pointer is no test in the record that is left.
    bool hides(const SuppressionEntry& entry, const std::string& record) const {
        if (!list_) {
            return false;
        }
        const auto [first, last] = list_->entries_of(entry.id);
        if (first != last && first->is_whole()) {
            return true;
        }
        const std::vector<SuppressionEntry> listed(first, last);
        std::vector<SuppressionEntry> more = listed;
        more.push_back(entry);
        return without(listed, record) == without(more, record);
    }

    std::string without(const std::vector<SuppressionEntry>& entries, std::string record) const {
        const SuppressionEntry* const first = entries.data();
        std::vector<std::string> parts = store::suppressed_parts(first, first + entries.size(), everything_->name());
        // Cut twice, a position would take the next element, too.
        parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
        for (const std::string& part : parts) {
            format::cut_json(record, part);
        }
        return record;
    }

    std::string record_of(std::uint32_t docid) const {
        std::string row;
        if (!everything_->append_row_head(docid, row)) {
            throw BuildFailure(everything_->path() + ": a record is damaged; lmdb_builder verify tells more");
        }
        return row.substr(format::row_content_offset);
    }

    static bool has(std::string record, const std::string& pointer) { return format::cut_json(record, pointer); }

    static std::string text_of(const SuppressionEntry& entry) {
        std::string id(format::uuid_characters, '\0');
        format::write_uuid(entry.id, id.data());
        return entry.is_whole() ? id : id + " " + entry.pointer;
    }

    std::string list_name() const { return "list " + std::to_string(list_->number); }

    store::SharedSuppressions list_;
    std::shared_ptr<const store::Generation> everything_, view_;
};

}  // namespace

std::vector<HeldEntry> copies_in_index(const std::shared_ptr<const store::Generation>& generation,
                                       const SuppressOptions& options, const store::SharedSuppressions& list) {
    HeldEntries held(generation, list);
    for (const SuppressionEntry& entry : named_entries(options, generation)) {
        held.add(entry);
    }
    return std::move(held.found);
}

std::vector<SuppressionEntry> shown_entries(const std::shared_ptr<const store::Generation>& generation,
                                            const SuppressOptions& options, const store::SharedSuppressions& list) {
    SuppressOptions values;
    values.emails = options.emails;
    values.phones = options.phones;
    values.parts = options.parts;
    values.find_entries = options.find_entries;
    std::vector<SuppressionEntry> entries = named_entries(values, generation);
    const HeldEntries held(generation, list);
    const auto is_hidden = [&held](const SuppressionEntry& entry) { return !held.shows(entry); };
    entries.erase(std::remove_if(entries.begin(), entries.end(), is_hidden), entries.end());
    return entries;
}

}  // namespace bizrec::builder

#include "lmdb_builder/stages/screened_records.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "bizrec/format/record_json.hpp"
#include "lmdb_builder/document/document_maker.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/stages/record_lane.hpp"

namespace bizrec::builder {
namespace {

using FoundIds = std::optional<std::vector<format::Uuid>>;

format::Uuid id_in(std::string_view key) noexcept {
    format::Uuid id{};
    std::memcpy(id.data(), key.data(), id.size());
    return id;
}

class ScreenedCursor : public RecordCursor {
public:
    ScreenedCursor(std::unique_ptr<RecordCursor> cursor, const Screens& screens, const format::Rules& rules,
                   const PlaceCatalog& catalog, ScreenCounts& counts, FoundIds& found_ids)
        : cursor_(std::move(cursor)),
          screen_(screens.list),
          deletions_(screens.deletion_cutter()),
          told_found_ids_(found_ids),
          parser_(catalog, format::max_record_bytes),
          maker_(rules, catalog),
          told_(counts),
          more_(cursor_->next()) {}

    bool next() override {
        for (;;) {
            if (remade_begin_ < remade_.size()) {
                key_ = remade_[remade_begin_].first;
                payload_ = remade_[remade_begin_].second;
                ++remade_begin_;
                return true;
            }
            if (is_given_) {
                is_given_ = false;
                more_ = cursor_->next();
            }
            if (!more_) {
                tell();
                return false;
            }
            const format::Uuid id = id_in(cursor_->key());
            const SuppressionScreen::Finding finding = screen_.find(id);
            if (finding == SuppressionScreen::Finding::whole) {
                ++counts_.suppressed;
                more_ = cursor_->next();
            } else if (finding == SuppressionScreen::Finding::part || may_have_people(id)) {
                remake(finding == SuppressionScreen::Finding::part);
            } else {
                key_ = cursor_->key();
                payload_ = cursor_->payload();
                is_given_ = true;
                return true;
            }
        }
    }

private:
    bool may_have_people(const format::Uuid& id) const {
        return deletions_ &&
               (!told_found_ids_ || std::binary_search(told_found_ids_->begin(), told_found_ids_->end(), id));
    }

    void tell() {
        if (deletions_) {
            counts_.found = deletions_->found();
            told_found_ids_ = found_ids_;
        }
        told_ = counts_;
    }

    /// Makes all entries of the current id again without the listed parts and people, and sorts them again, because
    /// their bytes have changed.
    void remake(bool has_listed_parts) {
        remade_.clear();
        remade_begin_ = 0;
        const format::Uuid id = id_in(cursor_->key());
        for (; more_ && id_in(cursor_->key()) == id; more_ = cursor_->next()) {
            json_.assign(json_of(cursor_->payload()));
            const bool is_cut = has_listed_parts && screen_.cut(id, json_);
            const bool is_hashed = may_have_people(id) && deletions_->cut(json_);
            if (!is_cut && !is_hashed) {
                remade_.emplace_back(cursor_->key(), cursor_->payload());
                continue;
            }
            counts_.cut += is_cut ? 1 : 0;
            counts_.hashed += is_hashed ? 1 : 0;
            if (is_hashed && (found_ids_.empty() || found_ids_.back() != id)) {
                found_ids_.push_back(id);
            }
            const std::size_t size = json_.size();
            json_.append(RecordParser::line_padding, '\0');
            if (!parser_.parse_padded({json_.data(), size}, record_, reason_)) {
                ++counts_.rejected[reason_.code];
                continue;
            }
            maker_.make(record_, document_);
            encode_document(document_, bytes_);
            remade_.emplace_back("", bytes_.text());
            append_record_key(record_, remade_.back().first);
        }
        std::sort(remade_.begin(), remade_.end());
    }

    std::unique_ptr<RecordCursor> cursor_;
    const SuppressionScreen& screen_;
    std::unique_ptr<DeletionCutter> deletions_;  // null: there are no hashes to try
    std::vector<format::Uuid> found_ids_;        // ids in which this walk found people
    FoundIds& told_found_ids_;
    RecordParser parser_;
    DocumentMaker maker_;
    ScreenCounts counts_;
    ScreenCounts& told_;
    bool more_;
    bool is_given_ = false;  // key_ and payload_ show the entry at the position of cursor_
    std::vector<std::pair<std::string, std::string>> remade_;
    std::size_t remade_begin_ = 0;
    std::string json_;
    Record record_;
    RejectReason reason_;
    Document document_;
    TextBuffer bytes_;
};

}  // namespace

std::unique_ptr<RecordCursor> ScreenedRecords::read() const {
    return std::make_unique<ScreenedCursor>(records_->read(), screens_, rules_, catalog_, counts_, found_ids_);
}

}  // namespace bizrec::builder

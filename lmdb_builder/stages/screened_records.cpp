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

format::Uuid id_in(std::string_view key) noexcept {
    format::Uuid id{};
    std::memcpy(id.data(), key.data(), id.size());
    return id;
}

class ScreenedCursor : public RecordCursor {
public:
    ScreenedCursor(std::unique_ptr<RecordCursor> cursor, const SuppressionScreen& screen, const format::Rules& rules,
                   const PlaceCatalog& catalog, ScreenCounts& counts)
        : cursor_(std::move(cursor)),
          screen_(screen),
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
                told_ = counts_;
                return false;
            }
            switch (screen_.find(id_in(cursor_->key()))) {
                case SuppressionScreen::Finding::nothing:
                    key_ = cursor_->key();
                    payload_ = cursor_->payload();
                    is_given_ = true;
                    return true;
                case SuppressionScreen::Finding::whole:
                    ++counts_.suppressed;
                    more_ = cursor_->next();
                    break;
                case SuppressionScreen::Finding::part:
                    remake();
            }
        }
    }

private:
    /// Makes all versions of a record again without its listed parts, and sorts them anew.
    void remake() {
        remade_.clear();
        remade_begin_ = 0;
        const format::Uuid id = id_in(cursor_->key());
        for (; more_ && id_in(cursor_->key()) == id; more_ = cursor_->next()) {
            json_.assign(json_of(cursor_->payload()));
            if (!screen_.cut(id, json_)) {
                remade_.emplace_back(cursor_->key(), cursor_->payload());
                continue;
            }
            ++counts_.cut;
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
    RecordParser parser_;
    DocumentMaker maker_;
    ScreenCounts counts_;
    ScreenCounts& told_;
    bool more_;
    bool is_given_ = false;  // what the cursor is at
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
    return std::make_unique<ScreenedCursor>(records_->read(), screen_, rules_, catalog_, counts_);
}

}  // namespace bizrec::builder

#include "lmdb_builder/runs/record_source.hpp"

#include <utility>

namespace bizrec::builder {
namespace {

class SortedCursor : public RecordCursor {
public:
    explicit SortedCursor(ExternalSorter::Cursor cursor) : cursor_(std::move(cursor)) {}

    bool next() override {
        if (!cursor_.next()) {
            return false;
        }
        key_ = cursor_.key();
        payload_ = cursor_.payload();
        return true;
    }

private:
    ExternalSorter::Cursor cursor_;
};

std::string_view id_of(std::string_view key) noexcept {
    return key.substr(0, sizeof(format::Uuid));
}

}  // namespace

std::unique_ptr<RecordCursor> SortedRecords::read() const {
    return std::make_unique<SortedCursor>(sorter_.read());
}

WinnerCursor::WinnerCursor(std::unique_ptr<RecordCursor> cursor) : cursor_(std::move(cursor)), more_(cursor_->next()) {}

bool WinnerCursor::append_next(std::string& to) {
    if (!more_) {
        return false;
    }
    const std::size_t begin = to.size();
    for (bool is_first = true; more_ && (is_first || id_of(cursor_->key()) == id_of(key_)); is_first = false) {
        key_.assign(cursor_->key());
        to.resize(begin);
        to.append(cursor_->payload());
        replaced_ += is_first ? 0 : 1;
        more_ = cursor_->next();
    }
    return true;
}

}  // namespace bizrec::builder

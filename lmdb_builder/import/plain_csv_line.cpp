#include "lmdb_builder/import/plain_csv_line.hpp"

#include <array>

namespace bizrec::builder {
namespace {

/// The next of the bytes that mean something to CSV, one after the other.
class Specials {
public:
    Specials(std::string_view bytes, char delimiter) noexcept : bytes_(bytes), wanted_{delimiter, '"', '\r', '\n'} {
        load();
    }

    /// bytes.size() at the end.
    std::size_t next() noexcept {
        while (marks_ == 0) {
            base_ += marked_block;
            if (base_ >= bytes_.size()) {
                return bytes_.size();
            }
            load();
        }
        const std::size_t at = base_ + static_cast<unsigned>(__builtin_ctzll(marks_));
        marks_ &= marks_ - 1;
        return at;
    }

private:
    void load() noexcept {
        const std::size_t left = bytes_.size() - base_;
        marks_ = byte_marks(bytes_.data() + base_, wanted_);
        if (left < marked_block) {
            marks_ &= (std::uint64_t{1} << left) - 1;
        }
    }

    std::string_view bytes_;
    std::array<char, 4> wanted_;
    std::size_t base_ = 0;
    std::uint64_t marks_ = 0;
};

}  // namespace

std::size_t PlainCsvLine::cut(std::string_view bytes, std::string& text, std::vector<std::size_t>& ends) const {
    const std::size_t text_before = text.size(), ends_before = ends.size();
    Specials specials(bytes, delimiter_);
    std::size_t begin = 0;
    for (std::size_t at = specials.next(); at < bytes.size(); at = specials.next()) {
        std::size_t end = at;
        if (bytes[at] == '"') {
            end = specials.next();
            while (end < bytes.size() && bytes[end] == delimiter_) {
                end = specials.next();
            }
            const std::size_t behind = specials.next();
            if (at != begin || end >= bytes.size() || bytes[end] != '"' || behind != end + 1 ||
                behind >= bytes.size() || bytes[behind] == '"') {
                break;
            }
            text.append(bytes, begin + 1, end - begin - 1);
            at = behind;
        } else {
            text.append(bytes, begin, end - begin);
        }
        ends.push_back(text.size());
        if (bytes[at] != delimiter_) {
            return at;
        }
        begin = at + 1;
    }
    text.resize(text_before);
    ends.resize(ends_before);
    return 0;
}

}  // namespace bizrec::builder

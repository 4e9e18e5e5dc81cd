#include "lmdb_builder/import/csv_scan.hpp"

#include <algorithm>
#include <cstring>

namespace bizrec::builder {
namespace {

constexpr std::size_t npos = std::string_view::npos;

std::size_t position(std::string_view text, char c, std::size_t from) noexcept {
    const void* const found = from < text.size() ? std::memchr(text.data() + from, c, text.size() - from) : nullptr;
    return found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) : npos;
}

bool is_line_end(char c) noexcept {
    return c == '\n' || c == '\r';
}

class Scanner {
public:
    Scanner(std::string_view text, bool is_end, char delimiter, CsvCells& cells)
        : text_(text), is_end_(is_end), delimiter_(delimiter), cells_(&cells) {}

    /// `is_line`: the text is a single line, in which the quote of an unclosed cell is an ordinary character.
    CsvScan run(bool is_line) {
        cells_->clear();
        while (true) {
            const std::size_t cell = at_, size = cells_->text.size();
            Kind taken = Kind::row;
            if (at_ < text_.size() && text_[at_] == '"') {
                taken = skip_quoted();
                if (taken != Kind::row && is_line) {
                    at_ = cell;
                    cells_->text.resize(size);
                    taken = Kind::row;
                }
            }
            if (taken != Kind::row) {
                return {taken, at_, false};
            }
            skip_plain();
            cells_->ends.push_back(cells_->text.size());
            if (at_ == text_.size()) {
                return {is_end_ ? Kind::row : Kind::more, at_, is_one_line_};
            }
            if (text_[at_] != delimiter_) {
                const std::size_t end = csv_line_size(text_.substr(at_), is_end_);
                return end == npos ? CsvScan{Kind::more, at_, false} : CsvScan{Kind::row, at_ + end, is_one_line_};
            }
            ++at_;
        }
    }

private:
    using Kind = CsvScan::Kind;

    /// Reads up to and including the closing quote. Returns Kind::row if the cell is closed.
    Kind skip_quoted() {
        const std::size_t begin = ++at_;
        while (true) {
            const std::size_t quote = position(text_, '"', at_);
            if (quote == npos) {
                at_ = text_.size();
                return is_end_ ? Kind::unclosed : Kind::more;
            }
            cells_->text.append(text_, at_, quote - at_);
            at_ = quote + 1;
            if (at_ == text_.size() && !is_end_) {
                return Kind::more;
            }
            if (at_ == text_.size() || text_[at_] != '"') {
                const bool is_closed = at_ == text_.size() || text_[at_] == delimiter_ || is_line_end(text_[at_]);
                const bool is_one_line = !has_line_end(begin, quote);
                is_one_line_ = is_one_line_ && is_one_line;
                return is_closed || is_one_line ? Kind::row : Kind::unclosed;
            }
            cells_->text.push_back('"');
            ++at_;
        }
    }

    bool has_line_end(std::size_t begin, std::size_t end) const noexcept {
        const std::string_view cell = text_.substr(begin, end - begin);
        return position(cell, '\n', 0) != npos || position(cell, '\r', 0) != npos;
    }

    void skip_plain() {
        const char* const begin = text_.data() + at_;
        const char* const end = std::find_if(begin, text_.data() + text_.size(),
                                             [this](char c) { return c == delimiter_ || is_line_end(c); });
        cells_->text.append(begin, end);
        at_ += static_cast<std::size_t>(end - begin);
    }

    std::string_view text_;
    bool is_end_;
    char delimiter_;
    CsvCells* cells_;
    std::size_t at_ = 0;
    bool is_one_line_ = true;  // whether the row so far is one line
};

/// Fast path: a line without quotes needs no unescaping. Most lines are like this.
void split_plain(std::string_view row, char delimiter, CsvCells& cells) {
    cells.clear();
    for (std::size_t begin = 0; begin <= row.size();) {
        const std::size_t end = std::min(position(row, delimiter, begin), row.size());
        cells.text.append(row, begin, end - begin);
        cells.ends.push_back(cells.text.size());
        begin = end + 1;
    }
}

}  // namespace

std::size_t csv_line_size(std::string_view text, bool is_end) noexcept {
    const std::size_t feed = position(text, '\n', 0);
    const std::size_t end = std::min(position(text.substr(0, feed), '\r', 0), feed);
    if (end == npos) {
        return is_end ? text.size() : npos;
    }
    if (text[end] == '\n') {
        return end + 1;
    }
    if (end + 1 == text.size()) {
        return is_end ? end + 1 : npos;  // the text may end inside a CRLF
    }
    return text[end + 1] == '\n' ? end + 2 : end + 1;
}

CsvScan scan_csv_row(std::string_view text, bool is_end, char delimiter, CsvCells& cells) {
    const std::size_t line = csv_line_size(text, is_end);
    if (line != npos && position(text.substr(0, line), '"', 0) == npos) {
        std::string_view row = text.substr(0, line);
        while (!row.empty() && is_line_end(row.back())) {
            row.remove_suffix(1);
        }
        split_plain(row, delimiter, cells);
        return {CsvScan::Kind::row, line, true};
    }
    return Scanner(text, is_end, delimiter, cells).run(false);
}

void split_csv_line(std::string_view line, char delimiter, CsvCells& cells) {
    Scanner(line, true, delimiter, cells).run(true);
}

}  // namespace bizrec::builder

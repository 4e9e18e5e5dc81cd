#include "lmdb_builder/terminal/text_table.hpp"

#include <algorithm>

#include "bizrec/text/visible.hpp"

namespace bizrec::builder {
namespace {

/// The number of UTF-8 characters. Wide and combining characters also count as one column each.
std::size_t width(const std::string& text) noexcept {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
    for (std::string& cell : cells) {
        cell = text::visible(cell);
    }
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        widths.push_back(width(columns_[i].name));
        for (const auto& row : rows_) {
            widths.back() = std::max(widths.back(), width(row[i]));
        }
    }
    std::string out;
    const auto line = [&](const auto& cell_of) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::string& cell = cell_of(i);
            const std::string space(widths[i] - width(cell), ' ');
            out += (i > 0 ? "  " : "") + (columns_[i].align == Align::right ? space + cell : cell + space);
        }
        out.erase(out.find_last_not_of(' ') + 1);
        out += '\n';
    };
    line([this](std::size_t i) -> const std::string& { return columns_[i].name; });
    for (const auto& row : rows_) {
        line([&row](std::size_t i) -> const std::string& { return row[i]; });
    }
    return out;
}

}  // namespace bizrec::builder

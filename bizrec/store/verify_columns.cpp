#include "bizrec/store/verify.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/format/columns.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::store {
namespace {

using format::Section;

constexpr std::int32_t max_latitude = 900'000'000;
constexpr std::int32_t max_longitude = 1'800'000'000;

template <class T, class Good>
Status check_values(const Generation& generation, Section section, const Column<T>& column, const char* expected,
                    Good good) {
    for (std::uint32_t docid = 0; docid < generation.documents(); ++docid) {
        if (!good(column[docid])) {
            return document_error(section, docid, std::string("not ") + expected);
        }
    }
    return ok();
}

bool good_position(const place::Position& p) noexcept {
    if (!p.exists()) {
        return p.longitude == place::Position::missing;
    }
    return p.latitude >= -max_latitude && p.latitude <= max_latitude && p.longitude >= -max_longitude &&
           p.longitude <= max_longitude;
}

Status check_padding(const Generation& generation, Section section) {
    const std::uint64_t element = format::column_element_bytes(section);
    std::uint64_t left = generation.documents();
    const auto& chunks = generation.chunks(section);
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const auto elements = std::min<std::uint64_t>(left, format::documents_per_column_chunk);
        if (!zeros_from(chunks[i], elements * element)) {
            return chunk_error(section, i, "padding is not zero");
        }
        left -= elements;
    }
    return ok();
}

}  // namespace

Status verify_columns(const Generation& g) {
    for (std::size_t i = 1; i < format::section_count; ++i) {
        const auto section = static_cast<Section>(i);
        if (format::column_element_bytes(section) == 0) {
            continue;
        }
        if (auto status = check_padding(g, section); !status) {
            return status;
        }
    }
    auto status = check_values(g, Section::position, g.position, "a position on the globe", good_position);
    format::for_each_column(
        [&](auto row, const auto& column) {
            if (status && row.valid_values != nullptr && column.exists()) {
                status = check_values(g, row.section, column, row.valid_values, [row](auto value) {
                    return value == row.missing || (value >= row.min && value <= row.max);
                });
            }
        },
        g);
    return status;
}

}  // namespace bizrec::store

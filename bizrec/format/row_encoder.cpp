#include "bizrec/format/row_encoder.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::format {

std::size_t RowEncoder::encode(const std::vector<ContentParser::Segment>& segments) noexcept {
    using Kind = ContentParser::Segment::Kind;
    for (const ContentParser::Segment& segment : segments) {
        literal_count_ = static_cast<std::size_t>(record_.data() + segment.begin - literals_);
        if (segment.kind == Kind::phrase) {
            add_token(static_cast<RowCode>(segment.detail));
        } else {
            add_other(segment);
        }
        literals_ = record_.data() + segment.end;
    }
    literal_count_ = static_cast<std::size_t>(record_.data() + record_.size() - literals_);
    add_token(RowCode::nothing);
    return static_cast<std::size_t>(out_ - begin_);
}

void RowEncoder::add_other(const ContentParser::Segment& segment) noexcept {
    using Kind = ContentParser::Segment::Kind;
    const std::size_t size = segment.end - segment.begin;
    if (segment.kind == Kind::own_id) {
        add_token(RowCode::own_id);
    } else if (segment.kind == Kind::uuid) {
        Uuid id{};
        read_uuid(record_.substr(segment.begin, size), id);
        add_token(RowCode::uuid);
        std::memcpy(out_, id.data(), id.size());
        out_ += id.size();
    } else {
        add_token(RowCode::repeat);
        write(std::size_t{segment.detail} << repeat_length_bits | (size - min_repeat), sizeof segment.detail);
    }
}

/// Writes a code with the literals before it, in as many tokens as they need. Writes nothing if there is neither.
void RowEncoder::add_token(RowCode code) noexcept {
    if (literal_count_ > literals_per_token) {
        write_long_literals();
    }
    if (code != RowCode::nothing || literal_count_ != 0) {
        write_token(code, literal_count_);
    }
}

/// Writes literals until the rest fits into one token.
void RowEncoder::write_long_literals() noexcept {
    while (literal_count_ > 2 * literals_per_token) {
        write_token(RowCode::more_literals, literals_per_token);
        const std::size_t more = std::min(literal_count_, max_more_literals);
        write(more, 1);
        std::memcpy(out_, literals_, more);
        out_ += more;
        literals_ += more;
        literal_count_ -= more;
    }
    if (literal_count_ > literals_per_token) {
        write_token(RowCode::nothing, literals_per_token);
    }
}

void RowEncoder::write_token(RowCode code, std::size_t literals) noexcept {
    write(static_cast<std::size_t>(code) << literal_bits | literals, sizeof code);
    std::memcpy(out_, literals_, read_slack);  // one fixed-size move for up to literals_per_token literals
    out_ += literals;
    literals_ += literals;
    literal_count_ -= literals;
}

void RowEncoder::write(std::size_t number, std::size_t bytes) noexcept {
    std::memcpy(out_, &number, bytes);
    out_ += bytes;
}

}  // namespace bizrec::format

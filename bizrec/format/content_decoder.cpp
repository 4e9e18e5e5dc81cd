#include "bizrec/format/content_decoder.hpp"

#include <algorithm>

#include "bizrec/base/bytes.hpp"
#include "bizrec/format/uuid.hpp"

/// Decodes codes to text. Copies have fixed sizes and extend into the slack after source and target, and a phrase is
/// found without a branch on its length. So a token costs a few cycles. The position of the next token does not depend
/// on the phrase.
namespace bizrec::format {
namespace {

constexpr std::size_t literal_block = 16;
static_assert(literal_block > literals_per_token && dictionary_read_slack >= max_phrase);
static_assert(record_write_slack >= literal_block + max_repeat + literal_block &&
              record_write_slack >= literal_block + max_phrase);
// The last token of a row, with its literals and the number after them, may begin in the row's last byte.
static_assert(row_read_slack >= sizeof(std::uint16_t) + literal_block + sizeof(Uuid) + literal_block);

class RowDecoder {
public:
    /// `out`: has room for the record and record_write_slack. The row head with the row's id must be directly before
    /// it.
    RowDecoder(const ContentRow& row, const ContentDictionary& dictionary, char* out) noexcept
        : in_(row.codes),
          end_(row.codes + row.code_bytes),
          out_(out),
          begin_(out),
          limit_(out + row.record_bytes),
          dictionary_(dictionary) {}

    bool decode() noexcept {
        constexpr auto first = static_cast<std::uint32_t>(RowCode::first_phrase);
        while (in_ < end_) {
            const std::uint32_t token = load_unaligned<std::uint16_t>(in_);
            in_ += sizeof(std::uint16_t);
            const std::size_t literals = token & literals_per_token;
            std::memcpy(out_, in_, literal_block);
            in_ += literals;
            out_ += literals;
            const std::uint32_t unit = (token >> literal_bits) - first;
            if (unit < dictionary_.unit_count()) {
                const unsigned char* const phrase = dictionary_.unit(unit);
                const std::size_t length = *phrase;
                if (length > max_phrase) {
                    return false;
                }
                std::memcpy(out_, phrase + 1, max_phrase);
                out_ += length;
            } else if (!decode_other(token >> literal_bits)) {
                return false;
            }
            if (out_ > limit_) {
                return false;
            }
        }
        return in_ == end_ && out_ == limit_;
    }

private:
    bool decode_other(std::uint32_t code) noexcept {
        switch (static_cast<RowCode>(code)) {
            case RowCode::nothing:
                return true;
            case RowCode::own_id:
                std::memcpy(out_, begin_ - row_content_offset + row_id_offset, uuid_characters);
                out_ += uuid_characters;
                return true;
            case RowCode::uuid:
                write_uuid(load_unaligned<Uuid>(in_), out_);
                in_ += sizeof(Uuid);
                out_ += uuid_characters;
                return true;
            case RowCode::repeat:
                return repeat();
            case RowCode::more_literals:
                return add_literals();
            default:
                return false;
        }
    }

    bool repeat() noexcept {
        const std::size_t number = load_unaligned<std::uint16_t>(in_);
        in_ += sizeof(std::uint16_t);
        const std::size_t distance = number >> repeat_length_bits;
        const std::size_t length = (number & ((std::size_t{1} << repeat_length_bits) - 1)) + min_repeat;
        // Check the distance first: text before the record, or after `out_`, is not part of the record.
        if (distance > static_cast<std::size_t>(out_ - begin_) || length > distance) {
            return false;
        }
        const char* const from = out_ - distance;
        for (std::size_t done = 0; done < length; done += literal_block) {
            char block[literal_block];  // source and target may overlap after the bytes that count
            std::memcpy(block, from + done, sizeof block);
            std::memcpy(out_ + done, block, sizeof block);
        }
        out_ += length;
        return true;
    }

    bool add_literals() noexcept {
        const auto length = static_cast<std::size_t>(*in_++);
        if (in_ > end_ || length > static_cast<std::size_t>(end_ - in_) || out_ > limit_ ||
            length > static_cast<std::size_t>(limit_ - out_)) {
            return false;
        }
        std::memcpy(out_, in_, length);
        in_ += length;
        out_ += length;
        return true;
    }

    const std::byte* in_;
    const std::byte* const end_;
    char* out_;
    char* const begin_;
    char* const limit_;
    const ContentDictionary dictionary_;
};

}  // namespace

bool append_row_head(const ContentRow& row, const ContentDictionary& dictionary, std::string& out) {
    if (!row) {
        return false;
    }
    const std::size_t before = out.size();
    out.resize(before + row_content_offset + row.record_bytes + record_write_slack);
    char* at = out.data() + before;
    std::memcpy(at, row_open.data(), row_open.size());
    at += row_open.size();
    write_uuid(load_unaligned<Uuid>(row.id), at);
    at += uuid_characters;
    std::memcpy(at, row_content.data(), row_content.size());
    at += row_content.size();
    const bool good = RowDecoder(row, dictionary, at).decode();
    out.resize(good ? before + row_content_offset + row.record_bytes : before);
    return good;
}

// Decodes with a full row head, because the code own_id copies the id from it. Then turns the head into a member's
// name.
bool append_record_member(const ContentRow& row, const ContentDictionary& dictionary, std::string& out) {
    const std::size_t before = out.size();
    if (!append_row_head(row, dictionary, out)) {
        return false;
    }
    const std::size_t id_end = before + row_id_offset + uuid_characters;
    out.replace(id_end, row_content.size(), "\":");
    out.replace(before, row_id_offset, "\"");
    return true;
}

}  // namespace bizrec::format

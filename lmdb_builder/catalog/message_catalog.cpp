#include "lmdb_builder/catalog/message_catalog.hpp"

#include <cstdint>
#include <optional>

#include "bizrec/base/bytes.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint32_t magic = 0x950412DE;
constexpr std::size_t header_bytes = 20;
constexpr std::size_t descriptor_bytes = 8;

/// Bounds-checked reading of a .mo file's numbers and strings.
class MoFile {
public:
    explicit MoFile(std::string_view bytes) : bytes_(bytes) {}

    /// Detects the byte order by the magic number; false if the file is no catalogue.
    bool recognise() {
        if (bytes_.size() < header_bytes) {
            return false;
        }
        if (number(0) == magic) {
            return true;
        }
        big_endian_ = true;
        return number(0) == magic;
    }

    /// Checks magic number, revision and the places of both tables.
    Status check() {
        if (!recognise()) {
            return Error{"is no gettext catalogue (.mo)"};
        }
        if (number(4) >> 16 != 0) {
            return Error{"is a gettext catalogue of an unknown major revision"};
        }
        if (!holds_table(number(12), number(8)) || !holds_table(number(16), number(8))) {
            return Error{"is cut short: its tables lie outside the file"};
        }
        return ok();
    }

    /// Precondition: offset + 4 <= size.
    std::uint32_t number(std::size_t offset) const {
        static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
        const auto value = load_unaligned<std::uint32_t>(bytes_.data() + offset);
        return big_endian_ ? __builtin_bswap32(value) : value;
    }

    bool holds_table(std::uint32_t offset, std::uint32_t entries) const {
        return offset <= bytes_.size() && entries <= (bytes_.size() - offset) / descriptor_bytes;
    }

    /// The string that the descriptor at `offset` names, up to its first NUL (plural forms follow it).
    std::optional<std::string_view> text(std::size_t offset) const {
        const auto whole = whole_text(offset);
        return whole ? whole->substr(0, whole->find('\0')) : whole;
    }

    /// The whole string that the descriptor at `offset` names: the text and its plural forms.
    std::optional<std::string_view> whole_text(std::size_t offset) const {
        const std::uint32_t length = number(offset);
        const std::uint32_t begin = number(offset + 4);
        if (begin > bytes_.size() || length > bytes_.size() - begin) {
            return std::nullopt;
        }
        return bytes_.substr(begin, length);
    }

    /// Compares `message` with the text of the message at `at` up to its first NUL, without searching for that NUL.
    /// Returns 0 if they are equal. Every message is below the end of the table.
    int compare(std::string_view message, std::size_t at) const {
        if (at >= number(8)) {
            return -1;
        }
        const std::string_view whole = whole_text(number(12) + at * descriptor_bytes).value_or(std::string_view());
        const int order = message.compare(whole.substr(0, message.size()));
        if (order != 0 || whole.size() <= message.size()) {
            return order;
        }
        return whole[message.size()] == '\0' ? 0 : -1;
    }

    /// The first message of the sorted table that is not below `message`. Looks from `begin` on, in growing steps, so
    /// that a caller with many ascending messages passes through the table only once.
    std::size_t find(std::string_view message, std::size_t begin) const {
        std::size_t end = begin;
        for (std::size_t step = 1; compare(message, end) > 0; step *= 2) {
            begin = end + 1;
            end += step;
        }
        while (begin < end) {
            const std::size_t middle = begin + (end - begin) / 2;
            if (compare(message, middle) > 0) {
                begin = middle + 1;
            } else {
                end = middle;
            }
        }
        return begin;
    }

private:
    std::string_view bytes_;
    bool big_endian_ = false;
};

}  // namespace

Result<MessageCatalog> MessageCatalog::parse(std::string bytes) {
    MoFile file(bytes);
    if (const auto sound = file.check(); !sound) {
        return sound.error();
    }
    const std::uint32_t count = file.number(8);
    const std::size_t originals = file.number(12), translated = file.number(16);
    for (std::size_t i = 0; i < count; ++i) {
        if (!file.whole_text(originals + i * descriptor_bytes) || !file.whole_text(translated + i * descriptor_bytes)) {
            return Error{"is cut short: message " + std::to_string(i) + " lies outside the file"};
        }
    }
    MessageCatalog catalog;
    catalog.bytes_.swap(bytes);  // GCC warns of a move
    return catalog;
}

std::string_view MessageCatalog::translate(std::string_view message) const {
    return translate(std::vector<std::string_view>{message}).front();
}

std::vector<std::string_view> MessageCatalog::translate(const std::vector<std::string_view>& messages) const {
    std::vector<std::string_view> translations(messages.size());
    MoFile file(bytes_);
    if (!file.recognise()) {
        return translations;
    }
    const std::size_t translated = file.number(16);
    std::size_t at = 0;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        at = file.find(messages[i], at);
        // The empty message carries the catalogue's own header.
        if (!messages[i].empty() && file.compare(messages[i], at) == 0) {
            translations[i] = file.text(translated + at * descriptor_bytes).value_or(std::string_view());
        }
    }
    return translations;
}

}  // namespace bizrec::builder

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

private:
    std::string_view bytes_;
    bool big_endian_ = false;
};

/// Compares `message` with the text of `whole` up to its first NUL, without searching for that NUL. Returns 0 if they
/// are equal.
int compare_message(std::string_view message, std::string_view whole) noexcept {
    const int order = message.compare(whole.substr(0, message.size()));
    if (order != 0 || whole.size() <= message.size()) {
        return order;
    }
    return whole[message.size()] == '\0' ? 0 : -1;
}

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
    return MessageCatalog(std::move(bytes));
}

std::string_view MessageCatalog::translate(std::string_view message) const {
    MoFile file(bytes_);
    // The empty message carries the catalogue's own header.
    if (message.empty() || !file.recognise()) {
        return {};
    }
    const std::size_t originals = file.number(12), translated = file.number(16);
    for (std::size_t begin = 0, end = file.number(8); begin < end;) {
        const std::size_t middle = begin + (end - begin) / 2;
        const auto whole = file.whole_text(originals + middle * descriptor_bytes);
        const int order = compare_message(message, whole.value_or(std::string_view()));
        if (order == 0) {
            return file.text(translated + middle * descriptor_bytes).value_or(std::string_view());
        }
        (order < 0 ? end : begin) = order < 0 ? middle : middle + 1;
    }
    return {};
}

Result<MessageFile> MessageFile::open(std::string_view bytes) {
    MoFile file(bytes);
    if (const auto sound = file.check(); !sound) {
        return sound.error();
    }
    return MessageFile(bytes);
}

std::vector<std::string_view> MessageFile::translate(const std::vector<std::string_view>& messages) const {
    std::vector<std::string_view> translations(messages.size());
    MoFile file(bytes_);
    if (!file.recognise()) {
        return translations;
    }
    const std::uint32_t count = file.number(8);
    const std::size_t originals = file.number(12), translated = file.number(16);
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < count && wanted < messages.size(); ++i) {
        const auto whole = file.whole_text(originals + i * descriptor_bytes);
        if (!whole) {
            continue;
        }
        int order = compare_message(messages[wanted], *whole);
        while (order < 0 && ++wanted < messages.size()) {
            order = compare_message(messages[wanted], *whole);
        }
        for (; wanted < messages.size() && compare_message(messages[wanted], *whole) == 0; ++wanted) {
            translations[wanted] = file.text(translated + i * descriptor_bytes).value_or(std::string_view());
        }
    }
    return translations;
}

}  // namespace bizrec::builder

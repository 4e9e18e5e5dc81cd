#include "lmdb_builder/catalog/message_catalog.hpp"

#include <cstdint>
#include <optional>

namespace bizrec::builder {
namespace {

constexpr std::uint32_t magic = 0x950412DE;
constexpr std::size_t header_bytes = 20;
constexpr std::size_t descriptor_bytes = 8;

/// Bounds-checked reading of a .mo file's numbers and strings.
class MoFile {
public:
    explicit MoFile(std::string_view bytes) : bytes_(bytes) {}

    /// Finds the byte order by the magic number; false for a file that is none.
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

    /// Precondition: offset + 4 <= size.
    std::uint32_t number(std::size_t offset) const {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto byte = static_cast<unsigned char>(bytes_[offset + (big_endian_ ? i : 3 - i)]);
            value = value << 8 | byte;
        }
        return value;
    }

    bool holds_table(std::uint32_t offset, std::uint32_t entries) const {
        return offset <= bytes_.size() && entries <= (bytes_.size() - offset) / descriptor_bytes;
    }

    /// The string that the descriptor at `offset` names, up to its first NUL (plural forms follow it).
    std::optional<std::string_view> text(std::size_t offset) const {
        const std::uint32_t length = number(offset);
        const std::uint32_t begin = number(offset + 4);
        if (begin > bytes_.size() || length > bytes_.size() - begin) {
            return std::nullopt;
        }
        const std::string_view whole = bytes_.substr(begin, length);
        return whole.substr(0, whole.find('\0'));
    }

private:
    std::string_view bytes_;
    bool big_endian_ = false;
};

}  // namespace

Result<MessageCatalog> MessageCatalog::parse(const std::string& bytes) {
    MoFile file(bytes);
    if (!file.recognise()) {
        return Error{"is no gettext catalogue (.mo)"};
    }
    if (file.number(4) >> 16 != 0) {
        return Error{"is a gettext catalogue of an unknown major revision"};
    }
    const std::uint32_t count = file.number(8);
    const std::uint32_t messages = file.number(12);
    const std::uint32_t translations = file.number(16);
    if (!file.holds_table(messages, count) || !file.holds_table(translations, count)) {
        return Error{"is cut short: its tables lie outside the file"};
    }
    MessageCatalog catalog;
    for (std::size_t i = 0; i < count; ++i) {
        const auto message = file.text(messages + i * descriptor_bytes);
        const auto translation = file.text(translations + i * descriptor_bytes);
        if (!message || !translation) {
            return Error{"is cut short: message " + std::to_string(i) + " lies outside the file"};
        }
        // The empty message carries the catalogue's own header.
        if (!message->empty() && !translation->empty()) {
            catalog.translations_.emplace(*message, *translation);
        }
    }
    return catalog;
}

std::string_view MessageCatalog::translate(std::string_view message) const {
    const auto found = translations_.find(std::string(message));
    return found == translations_.end() ? std::string_view() : std::string_view(found->second);
}

Result<MessageFile> MessageFile::open(std::string bytes) {
    MoFile file(bytes);
    if (!file.recognise()) {
        return Error{"is no gettext catalogue (.mo)"};
    }
    if (!file.holds_table(file.number(12), file.number(8)) || !file.holds_table(file.number(16), file.number(8))) {
        return Error{"is cut short: its tables lie outside the file"};
    }
    return MessageFile(std::move(bytes));
}

std::vector<std::string_view> MessageFile::translate(const std::vector<std::string_view>& messages) const {
    std::vector<std::string_view> translations(messages.size());
    MoFile file(bytes_);
    if (!file.recognise()) {
        return translations;
    }
    const std::uint32_t count = file.number(8);
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < count && wanted < messages.size(); ++i) {
        const auto message = file.text(file.number(12) + i * descriptor_bytes);
        while (message && wanted < messages.size() && messages[wanted] < *message) {
            ++wanted;
        }
        for (; message && wanted < messages.size() && messages[wanted] == *message; ++wanted) {
            translations[wanted] = file.text(file.number(16) + i * descriptor_bytes).value_or(std::string_view());
        }
    }
    return translations;
}

}  // namespace bizrec::builder

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"

/// A plain decoder of a row's codes that reads byte by byte and checks every access. It is the oracle for the fast
/// decoder.
namespace bizrec::format::slow {

class Decoder {
public:
    using Bytes = std::vector<std::uint8_t>;

    Decoder(const ContentDictionary& dictionary, const Uuid& id, Bytes codes)
        : dictionary_(dictionary), id_(id), codes_(std::move(codes)) {}

    /// The record; nothing if the codes are invalid.
    std::optional<std::string> decode() {
        while (at_ < codes_.size()) {
            const unsigned token = number(2);
            copy_literals(token & 15U);
            add(token >> 4U);
            if (bad_) {
                return std::nullopt;
            }
        }
        return out_;
    }

private:
    unsigned number(std::size_t bytes) {
        unsigned value = 0;
        for (std::size_t i = 0; i < bytes; ++i) {
            value |= static_cast<unsigned>(byte()) << (8 * i);
        }
        return value;
    }

    std::uint8_t byte() {
        if (at_ < codes_.size()) {
            return codes_[at_++];
        }
        bad_ = true;
        return 0;
    }

    void copy_literals(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            out_ += static_cast<char>(byte());
        }
    }

    void add_uuid(const Uuid& id) {
        char text[uuid_characters];
        write_uuid(id, text);
        out_.append(text, sizeof text);
    }

    void add(unsigned code) {
        Uuid id{};
        switch (code) {
            case 0:
                return;
            case 1:
                return add_uuid(id_);
            case 2:
                for (auto& b : id) {
                    b = byte();
                }
                return add_uuid(id);
            case 3:
                return repeat(number(2));
            case 4:
                return copy_literals(byte());
            default:
                phrase(code);
        }
    }

    void repeat(unsigned number) {
        const std::size_t distance = number >> 6U;
        const std::size_t length = (number & 63U) + 5;
        if (distance > out_.size() || length > distance) {
            bad_ = true;
            return;
        }
        out_ += out_.substr(out_.size() - distance, length);
    }

    void phrase(unsigned code) {
        if (code < 8 || code - 8 >= dictionary_.unit_count()) {
            bad_ = true;
            return;
        }
        const unsigned char* unit = dictionary_.unit(code - 8);
        if (*unit > max_phrase) {
            bad_ = true;
            return;
        }
        out_.append(reinterpret_cast<const char*>(unit) + 1, *unit);
    }

    const ContentDictionary& dictionary_;
    const Uuid id_;
    const Bytes codes_;
    std::size_t at_ = 0;
    std::string out_;
    bool bad_ = false;
};

inline std::optional<std::string> decode(const ContentRow& row, const ContentDictionary& dictionary) {
    Uuid id{};
    std::memcpy(id.data(), row.id, id.size());
    const auto* const codes = reinterpret_cast<const std::uint8_t*>(row.codes);
    return Decoder(dictionary, id, {codes, codes + row.code_bytes}).decode();
}

}  // namespace bizrec::format::slow

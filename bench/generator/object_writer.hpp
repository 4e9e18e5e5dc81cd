#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bizrec::generator {

/// Appends `text` as a JSON string.
void append_string(std::string& out, std::string_view text);

/// Appends one JSON object to `out`; finish() closes it.
class ObjectWriter {
public:
    explicit ObjectWriter(std::string& out) : out_(out) { out_ += '{'; }

    /// Writes nothing if `value` is empty.
    void text(std::string_view name, std::string_view value) {
        if (!value.empty()) {
            key(name);
            append_string(out_, value);
        }
    }
    /// Writes `value` / 10^`decimals`: 45 with one decimal becomes 4.5.
    void number(std::string_view name, std::int64_t value, unsigned decimals = 0);
    void raw(std::string_view name, std::string_view json) {
        key(name);
        out_ += json;
    }
    /// Writes the key; the caller appends the value to the returned text.
    std::string& key(std::string_view name);
    void finish() { out_ += '}'; }

private:
    std::string& out_;
    bool has_fields_ = false;
};

}  // namespace bizrec::generator

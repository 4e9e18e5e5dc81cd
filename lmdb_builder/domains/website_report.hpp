#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/format/layout.hpp"
#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {

/// A record that stays, with a website that cannot be used.
struct UnusableWebsite {
    std::uint64_t line = 0;
    format::Uuid id{};
    std::string value;   ///< as typed
    std::string reason;  ///< in words
};

/// The file that names every unusable website, one line each: FILE:LINE, id, value and reason, with tabs between them,
/// below a line with the columns' names. Nothing in it steers a terminal. Throws BuildFailure.
class WebsiteReport {
public:
    /// `path` "": nothing is written.
    explicit WebsiteReport(const std::string& path);

    explicit operator bool() const noexcept { return static_cast<bool>(file_); }
    void add(const std::string& file, const UnusableWebsite& website);
    /// Makes sure that all is written.
    void close() { file_.close(); }

private:
    ReportFile file_;
};

}  // namespace bizrec::builder

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::identity {

/// Addresses that only wrap another one (rule file redirects.txt). Views point into the text that was read.
class RedirectTable {
public:
    /// Where the target is in the address; redirects.txt describes each form.
    enum class Form : std::uint8_t {
        parameter,
        site,
        log_in,
        rest,
        last,
        query,
        archive,
        cache,
        base64,
        proofpoint2,
        proofpoint3,
        yahoo,
        host,
        icon,
        disqus,
        fragment,
        about
    };
    struct Row {
        /// This host and its subdomains. "google.*": the label "google" under any public suffix of a registry.
        std::string_view host;
        std::string_view path;  ///< a prefix of whole segments; "" matches any path
        Form form = Form::parameter;
        std::string_view parameters;  ///< "a|b", for the forms that read parameters
    };

    Status read(const RuleText& text);

    /// The rows in the order of the file, which is the order in which they are tried.
    const std::vector<Row>& rows() const noexcept { return rows_; }

    /// The rows for an address at one host, in the same order. Allocates nothing. The table must outlive it.
    class RowsOf {
    public:
        /// `host`: a normalised host name. `brand_label`: as in special_host.hpp.
        RowsOf(const RedirectTable& table, std::string_view host, std::string_view brand_label) noexcept;
        /// Null after the last row.
        const Row* next() noexcept;

    private:
        struct Span {
            const std::uint16_t *at, *end;
        };
        /// More rules than this, each for a part of the other's host, are not looked at.
        static constexpr std::size_t max_spans = 32;

        void add(const std::vector<std::uint16_t>* numbers) noexcept;

        const RedirectTable& table_;
        std::array<Span, max_spans> spans_;
        std::size_t count_ = 0;
    };

private:
    using Numbers = std::vector<std::uint16_t>;  // of rows, ascending

    Status add(const RuleLine& rule);

    std::vector<Row> rows_;
    std::unordered_map<std::string_view, Numbers> of_host_;   // by the whole host
    std::unordered_map<std::string_view, Numbers> of_label_;  // rows such as "google.*", by the label
};

}  // namespace bizrec::identity

#include "bizrec/identity/redirect_table.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/special_host.hpp"

namespace bizrec::identity {

namespace {

// Bounds the time per address: an address is compared with all rows of its host.
constexpr std::size_t max_redirect_rows = 4096;

constexpr std::string_view any_suffix = ".*";

/// The names of RedirectTable::Form in rule files, in the order of the enumerators.
constexpr std::array<std::string_view, 17> form_names = {
    "parameter",   "site",        "log_in", "rest", "last", "query",  "archive",  "cache", "base64",
    "proofpoint2", "proofpoint3", "yahoo",  "host", "icon", "disqus", "fragment", "about"};

bool reads_parameters(RedirectTable::Form form) noexcept {
    using Form = RedirectTable::Form;
    return form == Form::parameter || form == Form::site || form == Form::log_in || form == Form::cache ||
           form == Form::base64 || form == Form::proofpoint2 || form == Form::disqus;
}

}  // namespace

Status RedirectTable::read(const RuleText& text) {
    RuleReader reader(text);
    while (reader.next())
        if (Status status = add(reader.rule()); !status)
            return status;
    return reader.status();
}

Status RedirectTable::add(const RuleLine& rule) {
    if (rows_.size() == max_redirect_rows)
        return rule.error("at most " + std::to_string(max_redirect_rows) + " rules");
    if (rule.size() < 3 || rule.size() > 4)
        return rule.error("HOST PATH FORM and perhaps PARAMETERS, as in \"out.example /go parameter to|url\"");
    Row row;
    row.host = rule[0];
    if (!SpecialHosts::is_host_pattern(row.host))
        return rule.error(
            "a host of lower-case A-labels, as in \"out.example\", or a label under any suffix, as in "
            "\"google.*\"",
            rule[0]);
    if (rule[1].front() != '/')
        return rule.error("a path that begins with \"/\"", rule[1]);
    row.path = rule[1] == "/" ? std::string_view() : rule[1];
    const auto form = std::find(form_names.begin(), form_names.end(), rule[2]);
    if (form == form_names.end())
        return rule.error("one of the forms " + one_of(form_names), rule[2]);
    row.form = static_cast<Form>(form - form_names.begin());
    row.parameters = rule.size() == 4 ? rule[3] : std::string_view();
    if (reads_parameters(row.form) == row.parameters.empty())
        return rule.error(row.parameters.empty() ? "the parameters to read, after the form, as in \"q|url\""
                                                 : "no parameters after this form");
    const auto number = static_cast<std::uint16_t>(rows_.size());
    if (ends_with(row.host, any_suffix))
        of_label_[row.host.substr(0, row.host.size() - any_suffix.size())].push_back(number);
    else
        of_host_[row.host].push_back(number);
    rows_.push_back(row);
    return ok();
}

RedirectTable::RowsOf::RowsOf(const RedirectTable& table, std::string_view host, std::string_view brand_label) noexcept
    : table_(table) {
    const auto add_of = [this](const std::unordered_map<std::string_view, Numbers>& numbers, std::string_view key) {
        if (const auto found = numbers.find(key); found != numbers.end())
            add(&found->second);
    };
    add_of(table.of_label_, brand_label);
    for (std::string_view rest = host; !rest.empty(); rest = rest.substr(std::min(rest.find('.'), rest.size() - 1) + 1))
        add_of(table.of_host_, rest);
}

void RedirectTable::RowsOf::add(const Numbers* numbers) noexcept {
    if (count_ < max_spans)
        spans_[count_++] = {numbers->data(), numbers->data() + numbers->size()};
}

const RedirectTable::Row* RedirectTable::RowsOf::next() noexcept {
    Span* first = nullptr;
    for (std::size_t i = 0; i < count_; ++i)
        if (spans_[i].at != spans_[i].end && (first == nullptr || *spans_[i].at < *first->at))
            first = &spans_[i];
    return first == nullptr ? nullptr : &table_.rows_[*first->at++];
}

}  // namespace bizrec::identity

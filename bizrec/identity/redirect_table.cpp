#include "bizrec/identity/redirect_table.hpp"

#include <algorithm>
#include <array>

#include "bizrec/identity/special_host.hpp"

namespace bizrec::identity {

namespace {

// Bounds the time per address: an address at a host with redirects is compared with all rows.
constexpr std::size_t max_redirect_rows = 4096;

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
    rows_.push_back(row);
    return ok();
}

}  // namespace bizrec::identity

#include "bizrec/identity/link_rules.hpp"

#include "bizrec/base/rule_lines.hpp"

namespace bizrec::identity {

Result<LinkRules> LinkRules::read(const Texts& texts) {
    LinkRules rules;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        rules.text_.insert(rules.text_.end(), texts[i].text.begin(), texts[i].text.end());
        rules.ends_[i] = rules.text_.size();
    }
    Texts own;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        own[i] = {texts[i].name, {rules.text_.data() + begin, rules.ends_[i] - begin}};
        begin = rules.ends_[i];
    }
    if (const Status status = rules.read_tables(own); !status)
        return status.error();
    return rules;
}

Status LinkRules::read_tables(const Texts& texts) {
    Status status = platforms_.read(texts[0]);
    if (status)
        status = paths_.read(texts[2], platforms_);
    if (status)
        status = redirects_.read(texts[3]);
    if (status)
        status = hosts_.read(texts[1], texts[4], texts[5], platforms_, redirects_);
    if (status)
        status = subdomains_.read(texts[6]);
    return status;
}

const LinkRules& LinkRules::built_in() {
    static const LinkRules rules = [] {
        Texts texts;
        for (std::size_t i = 0; i < texts.size(); ++i)
            texts[i] = {std::string(table_names[i]) + ".txt", built_in_rules(table_names[i])};
        auto read = LinkRules::read(texts);
        return read ? std::move(read).value() : LinkRules();
    }();
    return rules;
}

std::string LinkRules::plain(std::size_t table) const {
    const std::size_t begin = table == 0 ? 0 : ends_[table - 1];
    return plain_rules({{}, {text_.data() + begin, ends_[table] - begin}});
}

}  // namespace bizrec::identity

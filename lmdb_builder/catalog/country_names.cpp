#include "lmdb_builder/catalog/country_names.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/place/folded_names.hpp"
#include "lmdb_builder/catalog/name_variants.hpp"

namespace bizrec::builder {
namespace {

std::string folded(const std::string& name) {
    std::string out;
    place::fold_country(name, out);
    return out;
}

/// A form belongs to the first country that claims it. If two countries claim it in the same round, neither gets it; a
/// country that claims it alone in a later round does.
class Claims {
public:
    void offer(const std::string& name, const std::string& alpha2) {
        const std::string form = folded(name);
        if (form.empty() || names_.count(form) != 0) {
            return;
        }
        const auto [claim, fresh] = round_.try_emplace(form, alpha2);
        if (!fresh && claim->second != alpha2) {
            claim->second.clear();
        }
    }

    void end_round() {
        for (auto& [form, alpha2] : round_) {
            if (!alpha2.empty()) {
                names_.emplace(form, std::move(alpha2));
            }
        }
        round_.clear();
    }

    CountryNames take() && { return std::move(names_); }

private:
    CountryNames names_;
    CountryNames round_;
};

/// `text` with every `from` replaced by `to`.
std::string with_replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// Offers common short spellings of a name: "St" for "Saint", no inner article, and no "and", because folding drops the
/// "&" that people write for it.
void offer_spellings(const std::string& name, const std::string& alpha2, Claims& claims) {
    constexpr std::pair<const char*, const char*> shorter[] = {{" the ", " "}, {" and ", " "}, {"Saint ", "St "}};
    std::vector<std::string> spellings = {name};
    for (const auto& [from, to] : shorter) {
        for (std::size_t i = 0, size = spellings.size(); i < size; ++i) {
            std::string spelling = with_replaced(spellings[i], from, to);
            if (spelling != spellings[i]) {
                spellings.push_back(std::move(spelling));
            }
        }
    }
    for (const std::string& spelling : spellings) {
        claims.offer(spelling, alpha2);
    }
}

std::string joined(std::string first, const char* between, const std::string& second) {
    first += between;
    return first += second;
}

/// Offers a name as ISO writes it: the article after the name, and the type of the country in brackets or after a
/// comma: "Netherlands (the)", "Gambia, The", "Korea (the Republic of)", "Ireland, Republic of". Folding drops brackets
/// and commas.
void offer_official_forms(const std::string& name, const std::string& alpha2, Claims& claims) {
    claims.offer(name + " the", alpha2);
    for (const char* const parts : {", ", " (", " ["}) {
        const std::size_t at = name.find(parts);
        if (at != std::string::npos) {
            const std::string before = name.substr(0, at), behind = name.substr(at + 2);
            claims.offer(joined(before, " the ", behind), alpha2);
            claims.offer(joined(before, " the ", behind) + " the", alpha2);
        }
    }
    const std::size_t of = name.rfind(" of ");
    if (of == std::string::npos) {
        return;
    }
    const bool has_article = name.compare(of + 4, 4, "the ") == 0;
    const std::string country = name.substr(of + (has_article ? 8 : 4));
    const std::string kind = name.substr(name.compare(0, 4, "the ") == 0 ? 4 : 0, of + 3);
    for (const std::string& inverted : {joined(country, " ", kind), joined(country, " the ", kind)}) {
        claims.offer(inverted, alpha2);
        claims.offer(inverted + " the", alpha2);
    }
}

std::vector<std::string> names_of(const IsoCountry& country) {
    std::vector<std::string> names;
    for (const std::string* name : {&country.name, &country.common_name, &country.official_name}) {
        if (!name->empty()) {
            names.push_back(*name);
        }
    }
    return names;
}

}  // namespace

const std::vector<CountryAlias>& country_aliases() {
    static const std::vector<CountryAlias> aliases = {
#include "lmdb_builder/catalog/data/country_aliases.inc"
    };
    return aliases;
}

std::vector<std::string> written_country_names(const IsoCountry& country) {
    std::vector<std::string> names = {country.name.substr(0, country.name.find(','))};
    if (!country.common_name.empty()) {
        names.push_back(country.common_name);
    }
    if (country.alpha2 == "US") {
        names.emplace_back("USA");
    }
    return names;
}

bool is_written_alias(std::string_view name) {
    const std::string form = folded(std::string(name));
    return (form.size() > 2 || form == "uk") && name.find(',') == std::string_view::npos &&
           std::count(name.begin(), name.end(), ' ') < 2;
}

CountryNames collect_country_names(const std::vector<IsoCountry>& countries) {
    Claims claims;
    for (const IsoCountry& country : countries) {
        claims.offer(country.alpha2, country.alpha2);
    }
    claims.end_round();
    for (const IsoCountry& country : countries) {
        claims.offer(country.alpha3, country.alpha2);
    }
    claims.end_round();
    for (const IsoCountry& country : countries) {
        for (const std::string& name : names_of(country)) {
            claims.offer(name, country.alpha2);
        }
    }
    claims.end_round();
    for (const CountryAlias& alias : country_aliases()) {
        offer_spellings(alias.name, alias.alpha2, claims);
    }
    claims.end_round();
    for (const IsoCountry& country : countries) {
        for (const std::string& name : names_of(country)) {
            offer_spellings(name, country.alpha2, claims);
            for (const std::string& variant : name_variants(name)) {
                offer_spellings(variant, country.alpha2, claims);
            }
        }
    }
    claims.end_round();
    for (const IsoCountry& country : countries) {
        for (const std::string& name : names_of(country)) {
            offer_official_forms(name, country.alpha2, claims);
        }
    }
    claims.end_round();
    for (const CountryAlias& alias : country_aliases()) {
        offer_official_forms(alias.name, alias.alpha2, claims);
    }
    for (const IsoCountry& country : countries) {
        for (const std::string& name : names_of(country)) {
            for (const std::string& variant : name_variants(name)) {
                offer_official_forms(variant, country.alpha2, claims);
            }
        }
    }
    claims.end_round();
    return std::move(claims).take();
}

}  // namespace bizrec::builder

#include "lmdb_builder/customers/clue_columns.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

struct Names {
    Clue clue;
    std::vector<std::string_view> names;  // from plain_name(), the likeliest first
};

/// The column names of HubSpot, Salesforce, Pipedrive, Apollo, Clearbit, Shopify, common sheets, and our own answers.
const std::vector<Names>& known_names() {
    static const std::vector<Names> names{
        {Clue::website,
         {"website",
          "websiteurl",
          "companywebsite",
          "companydomainname",
          "companydomain",
          "domain",
          "domainname",
          "rootdomain",
          "homepage",
          "homepageurl",
          "url",
          "companyurl",
          "web",
          "webpage",
          "webaddress",
          "websiteaddress",
          "site",
          "www",
          "accountwebsite",
          "organizationwebsite",
          "email",
          "emailaddress",
          "workemail",
          "companyemail",
          "businessemail"}},
        {Clue::profile,
         {"socialmedialink", "profile", "profileurl", "linkedincompanypage", "companylinkedinurl", "linkedinurl",
          "linkedin", "facebookcompanypage", "companyfacebookurl", "facebookurl", "facebook", "instagramurl",
          "instagram", "twitterurl", "twitter"}},
        {Clue::country,
         {"country", "countrycode", "countryregion", "companycountry", "billingcountry", "billingcountrycode",
          "addresscountry", "shippingcountry"}},
        {Clue::state,
         {"state", "stateregion", "region", "province", "companystate", "billingstate", "addressstate", "statecode",
          "shippingstate"}},
        {Clue::city,
         {"city", "town", "locality", "companycity", "billingcity", "addresscity", "municipality", "shippingcity"}},
        {Clue::zip_code,
         {"zipcode", "zip", "postalcode", "postcode", "companypostalcode", "billingpostalcode", "billingzip",
          "addresspostalcode", "addresszip", "plz", "shippingpostalcode"}},
        {Clue::latitude, {"latitude", "lat"}},
        {Clue::longitude, {"longitude", "long", "lng", "lon"}},
    };
    return names;
}

std::string list_of(const std::vector<std::string>& header) {
    std::string list;
    for (const std::string& name : header) {
        list += (list.empty() ? "\"" : ", \"") + name + '"';
    }
    return list;
}

}  // namespace

std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        if (is_alnum(c) || !is_ascii(c)) {
            plain += lower(c);
        }
    }
    return plain;
}

std::optional<ClueName> clue_of_name(std::string_view name) {
    const std::string plain = plain_name(name);
    for (const Names& known : known_names()) {
        const auto found = std::find(known.names.begin(), known.names.end(), plain);
        if (found != known.names.end()) {
            return ClueName{known.clue, static_cast<std::size_t>(found - known.names.begin())};
        }
    }
    return std::nullopt;
}

Result<ClueColumns> ClueColumns::find(const std::vector<std::string>& header, const Named& named) {
    ClueColumns columns;
    columns.columns_.fill(none);
    std::array<std::size_t, clue_count> ranks{};
    ranks.fill(none);
    for (std::size_t i = 0; i < header.size(); ++i) {
        const auto known = clue_of_name(header[i]);
        const auto clue = known ? static_cast<std::size_t>(known->clue) : 0;
        if (known && named[clue].empty() && known->rank < ranks[clue]) {
            ranks[clue] = known->rank;
            columns.columns_[clue] = i;
        }
    }
    for (const Clue clue : all_clues) {
        const std::string& name = named[static_cast<std::size_t>(clue)];
        if (name.empty() || name == "-") {
            continue;
        }
        auto found = std::find(header.begin(), header.end(), name);
        if (found == header.end()) {
            found = std::find_if(header.begin(), header.end(),
                                 [&](const std::string& other) { return plain_name(other) == plain_name(name); });
        }
        if (found == header.end()) {
            return Error{"--" + std::string(clue_name(clue)) + ": there is no column \"" + name + "\". There are " +
                         list_of(header)};
        }
        columns.columns_[static_cast<std::size_t>(clue)] = static_cast<std::size_t>(found - header.begin());
    }
    if (columns.column(Clue::website) == none && columns.column(Clue::profile) == none) {
        const bool holds_another = std::any_of(header.begin(), header.end(), [](const std::string& name) {
            return name.find_first_of(",;\t|") != std::string::npos;
        });
        const char* const hint = header.size() == 1 || holds_another ? "; is it another --delimiter?" : "";
        return Error{"no column looks like a website or a profile: name one with --website or --profile. There are " +
                     list_of(header) + hint};
    }
    return columns;
}

std::string ClueColumns::describe(const std::vector<std::string>& header) const {
    std::string text;
    for (const Clue clue : all_clues) {
        if (column(clue) != none) {
            text += text.empty() ? "" : ", ";
            text.append(clue_name(clue)).append(": ").append(header[column(clue)]);
        }
    }
    return text;
}

}  // namespace bizrec::builder

#include "lmdb_builder/domains/shared_domains.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "bizrec/text/fold.hpp"

namespace bizrec::builder {
namespace {

/// A world of 40,000 domains. `counts`: the number of domains that use a word. Every other word is used by one domain.
class World final : public UnitFrequencies {
public:
    World() = default;
    explicit World(std::map<std::string, std::uint64_t> counts) : counts_(std::move(counts)) {}
    std::uint64_t domains_with(std::string_view unit) const override {
        const auto found = counts_.find(std::string(unit));
        return found == counts_.end() ? 1 : found->second;
    }
    std::uint64_t domains() const override { return 40000; }

private:
    std::map<std::string, std::uint64_t> counts_;
};

const World world({{"farmers", 3111},
                   {"market", 3610},
                   {"farmers market", 3009},
                   {"museum", 4228},
                   {"of", 2901},
                   {"brewery", 2500},
                   {"state", 459},
                   {"penn", 20},
                   {"city", 400},
                   {"food", 380},
                   {"酒場", 450},
                   {"bank", 381}});

struct Case {
    const char* what;
    const char* domain;
    std::vector<std::string> names;
    DomainClass domain_class;
    std::uint64_t records = 0;  // 0: one record for each name
    std::uint64_t largest_brand = 0;
    std::uint64_t websites = 0;
    std::uint64_t home_pages = 0;
    std::uint64_t own_host = 0;
    std::uint64_t unbranded_names = 0;
    std::vector<std::vector<std::uint64_t>> marks = {};  // of each name; only for fewer than min_shared_names
};

DomainClass judge(const Case& c) {
    DomainEvidence evidence;
    evidence.domain = c.domain;
    evidence.distinct_names = c.names.size();
    evidence.records = c.records != 0 ? c.records : c.names.size();
    evidence.largest_brand = c.largest_brand;
    evidence.websites = c.websites;
    evidence.home_pages = c.home_pages;
    evidence.own_host = c.own_host;
    evidence.unbranded_names = c.unbranded_names;
    std::vector<std::string> folded(c.names.size());
    for (std::size_t i = 0; i < c.names.size(); ++i) {
        text::fold(c.names[i], folded[i]);
    }
    if (folded.size() >= min_shared_names) {
        return classify_domain(evidence, compare_names(c.domain, folded), world);
    }
    std::vector<NamedRecords> few;
    for (std::size_t i = 0; i < folded.size(); ++i) {
        few.push_back(
            {folded[i], i < c.marks.size() ? c.marks[i] : std::vector<std::uint64_t>(), i == 0 && c.home_pages > 0});
    }
    return classify_domain(evidence, compare_few_names(c.domain, few), world);
}

TEST(SharedDomains, TheRuleCaseByCase) {
    const std::vector<std::string> strangers = {"Baru 恵比寿", "Beetle 浦和",     "Cafe O",
                                                "鳥料理 141",  "Brasserie Tours", "Covo"};
    const std::vector<Case> cases = {
        {"four names without anything in common are strangers",
         "umd.example",
         {"Art Gallery", "Driskell Center", "Observatory", "Bookstore"},
         DomainClass::shared},
        {"one name, however many records", "joes.example", {"Joe"}, DomainClass::few_names, 7},
        {"few names with a distinctive word", "x.example", {"Rother Bräu", "Brauerei Rother"}, DomainClass::few_names},
        {"few names with the words of their trade",
         "x.example",
         {"Athens Farmers Market", "Conway Farmers Market"},
         DomainClass::shared},
        {"what many institutions are called",
         "x.example",
         {"Université de Lyon", "Université de Metz", "Université de Lille"},
         DomainClass::shared},
        {"both bear the label", "foodco.example", {"Food Co", "Foodco Express"}, DomainClass::few_names},
        {"the label is the first letters of one of them",
         "mjc.example",
         {"MJC Art Gallery", "Modesto Junior College"},
         DomainClass::few_names},
        {"digits alone", "shops.example", {"Shop 12", "Shop 15", "Shop 7b"}, DomainClass::shared},
        {"digits alone, all of them", "shops.example", {"Shop 12", "Shop 15"}, DomainClass::few_names},
        {"a college with its home page, and its gallery",
         "whittier.example",
         {"Whittier College", "Greenleaf Gallery"},
         DomainClass::few_names,
         0,
         0,
         2,
         1},
        {"a college and a gallery, nobody's home page",
         "whittier.example",
         {"Whittier College", "Greenleaf Gallery"},
         DomainClass::shared},
        {"one telephone number",
         "x.example",
         {"Nikl", "Penning"},
         DomainClass::few_names,
         0,
         0,
         0,
         0,
         0,
         0,
         {{1, 5}, {5, 9}}},
        {"a chain of agreements: one by telephone, one by word",
         "x.example",
         {"Nikl", "Penning", "Penning Keller"},
         DomainClass::few_names,
         0,
         0,
         0,
         0,
         0,
         0,
         {{5}, {5}, {7}}},
        {"two and two, and a word of the second ones",
         "x.example",
         {"Nikl", "Nikl Keller", "Penning", "Penning Keller"},
         DomainClass::few_names},
        {"two and two without a common word are strangers",
         "x.example",
         {"Nikl", "Nikl Haus", "Penning", "Penning Keller"},
         DomainClass::shared},
        {"five names without anything in common are strangers", "tabelog.com", strangers, DomainClass::shared},
        {"a brand over at least half of the records", "cinemark.com", strangers, DomainClass::one_brand, 6, 3},
        {"a brand over half of them, and names that do not bear it", "cinemark.com", strangers, DomainClass::shared, 6,
         3, 0, 0, 0, 2},
        {"a brand over less than half of them", "cinemark.com", strangers, DomainClass::shared, 6, 2},
        {"four stores of each name: a group of chains", "hotels.com", strangers, DomainClass::many_stores, 24},
        {"not quite four stores of each name", "hotels.com", strangers, DomainClass::shared, 23},
        {"half of the websites are the home page", "pcfma.org", strangers, DomainClass::home_page, 6, 0, 4, 2},
        {"fewer home pages", "pcfma.org", strangers, DomainClass::shared, 6, 0, 5, 2},
        {"a distinctive word in half of the names",
         "mcm.com",
         {"McMenamins Anderson School", "McMenamins Breweries", "Crystal Ballroom by McMenamins", "Kennedy School",
          "Edgefield", "Old Church"},
         DomainClass::common_word},
        {"a word that everybody uses says nothing",
         "localharvest.org",
         {"Alamogordo Farmers' Market", "Angelica Farmers' Market", "Belmont Farmers Market", "Benton Farmers Market",
          "Bondurant Farmers Market"},
         DomainClass::shared},
        {"two everyday words side by side are distinctive",
         "gcfb.net",
         {"Granite City Food & Brewery - Fargo", "Granite City Food & Brewery - Omaha",
          "Granite City Food & Brewery - Davenport", "Granite City Food & Brewery - Eagan",
          "Granite City Food & Brewery - Toledo"},
         DomainClass::common_word},
        {"no spaces: two neighbouring characters in half of the names",
         "dandadan.example",
         {"ダンダダン酒場 三軒茶屋店", "ダンダダン酒場 上井草店", "ダンダダン酒場 三鷹店", "肉汁餃子のダンダダン",
          "ダンダダン酒場 町田店"},
         DomainClass::common_word},
        {"no spaces: what all pubs are called says nothing",
         "gnavi.example",
         {"魚酒場 青葉", "肉酒場 ろく", "大衆酒場 八", "餃子酒場 カノウ", "炭火酒場 みや"},
         DomainClass::shared},
        {"the word for a branch says nothing",
         "gnavi.example",
         {"青葉 本店", "ろく 本店", "八角 本店", "カノウ 本店", "みやび 本店"},
         DomainClass::shared},
        {"the domain's own label in a tenth of the names",
         "marriott.com",
         {"Courtyard", "Aloft", "Marriott", "JW Marriott", "Moxy", "Westin", "Sheraton", "Element", "Protea"},
         DomainClass::own_label},
        {"one name with the label may be the directory itself",
         "tabelog.com",
         {"Tabelog", "Cafe O", "Covo", "Beetle", "Baru", "Asia"},
         DomainClass::shared},
        {"the same with the business itself among them",
         "marriott.com",
         {"Courtyard", "Aloft", "Marriott", "JW Marriott", "Moxy"},
         DomainClass::own_label,
         5,
         0,
         5,
         1,
         1},
        {"tenants on subdomains who name their host",
         "locallygrown.net",
         {"Athens Locally Grown", "Boone Street Stalls", "Clarksdale Growers", "Conway Locally Grown", "Green Fork"},
         DomainClass::shared,
         5,
         0,
         5},
        {"an article is nobody's name, however rare",
         "pubs.example",
         {"The Red Lion", "The Crown", "The White Hart", "The Plough", "Railway Tavern"},
         DomainClass::shared},
        {"a label that is an everyday word",
         "bank.example",
         {"Axis Bank", "First Bank", "Bandhan", "Baroda", "Assam Gramin", "Almora"},
         DomainClass::shared},
        {"a school's parts",
         "umd.edu",
         {"Art Gallery", "Driskell Center", "Observatory", "Bookstore"},
         DomainClass::institution},
        {"five houses of a hospital group", "barts.nhs.uk", strangers, DomainClass::institution},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(class_name(judge(c)), class_name(c.domain_class)) << c.what;
    }
}

// The rule about names in one place comes last: a brand, a group of chains or a common word is decided before it.
TEST(SharedDomains, HousesOfDifferentNamesInOnePlaceAreOneBusiness) {
    DomainEvidence evidence;
    evidence.domain = "dijon.example";
    for (const std::vector<std::string>& names :
         {std::vector<std::string>{"rude", "magnin"}, {"rude", "magnin", "tours", "covo", "baru"}}) {
        evidence.records = evidence.distinct_names = names.size();
        std::vector<NamedRecords> few;
        for (const std::string& name : names) {
            few.push_back({name, {}, false});
        }
        const bool has_few = names.size() < min_shared_names;
        const NameEvidence compared =
            has_few ? compare_few_names(evidence.domain, few) : compare_names(evidence.domain, names);
        evidence.is_in_one_place = false;
        EXPECT_EQ(classify_domain(evidence, compared, world), DomainClass::shared);
        evidence.is_in_one_place = true;
        EXPECT_EQ(classify_domain(evidence, compared, world), DomainClass::one_place);
        evidence.below_name = evidence.records;
        EXPECT_EQ(classify_domain(evidence, compared, world), DomainClass::tenant) << "joes.builder.example";
        evidence.below_name = 0;
    }
    evidence.largest_brand = 5;
    EXPECT_EQ(class_by_counts(evidence), DomainClass::one_brand);
}

TEST(SharedDomains, ALoneNameOnASubdomainMayBeATenant) {
    DomainEvidence evidence;
    evidence.domain = "builder.example";
    evidence.distinct_names = 1;
    evidence.records = 3;
    evidence.below_name = 3;
    EXPECT_EQ(class_by_counts(evidence), DomainClass::tenant);
    evidence.below_name = 2;
    EXPECT_EQ(class_by_counts(evidence), DomainClass::few_names) << "one is on the domain itself, or on shop.";
    evidence.below_name = 3;
    evidence.domain = "yale.edu";
    EXPECT_EQ(class_by_counts(evidence), DomainClass::few_names) << "a school has no tenants";
    evidence.domain = "in.gov";
    EXPECT_EQ(class_by_counts(evidence), DomainClass::tenant) << "a state has agencies and towns";
}

// Two museums at ny-campbell.builder.example and wy-campbell.builder.example share a word, but do not own
// other.builder.example.
TEST(SharedDomains, NamesThatAgreeOnSubdomainsMayBeTenants) {
    DomainEvidence evidence;
    evidence.domain = "builder.example";
    evidence.records = evidence.distinct_names = evidence.websites = 2;
    const NameEvidence compared =
        compare_few_names(evidence.domain, {{"campbell museum", {}, false}, {"campbell rockpile museum", {}, false}});
    EXPECT_EQ(classify_domain(evidence, compared, world), DomainClass::few_names);
    evidence.below_name = 1;
    EXPECT_EQ(classify_domain(evidence, compared, world), DomainClass::few_names) << "one is on the domain's own host";
    evidence.below_name = 2;
    EXPECT_EQ(classify_domain(evidence, compared, world), DomainClass::tenant);
    evidence.largest_brand = 2;
    evidence.brands = 2;
    EXPECT_EQ(classify_domain(evidence, compared, world), DomainClass::one_brand);
}

// The pages of customers make a portal's domain shared, so that its bare domain does not find the customers.
TEST(SharedDomains, PagesOfCustomersNeverBelongToTheHost) {
    DomainEvidence evidence;
    evidence.domain = "free.example";
    for (const std::uint64_t names : {1U, 7U}) {
        evidence.records = evidence.distinct_names = evidence.largest_brand = names;
        evidence.strange_pages = 0;
        EXPECT_NE(class_by_counts(evidence), DomainClass::shared);
        evidence.strange_pages = 1;
        EXPECT_EQ(class_by_counts(evidence), DomainClass::shared);
        EXPECT_EQ(classify_domain(evidence, {}, world), DomainClass::shared);
    }
    evidence.domain = "nps.gov";
    EXPECT_NE(class_by_counts(evidence), DomainClass::shared) << "the parks of an authority";
}

TEST(SharedDomains, SchoolsAuthoritiesAndArmiesAreInstitutions) {
    for (const char* domain : {"yale.edu", "ou.edu", "nps.gov", "af.mil", "ox.ac.uk", "unam.edu.mx", "barts.nhs.uk",
                               "csa.gc.ca", "army.mil.in", "tokyo.go.jp", "sat.gob.mx", "gendarmerie.gouv.fr"}) {
        EXPECT_TRUE(is_institution(domain)) << domain;
    }
    for (const char* domain : {"in.gov", "edu.example", "edu.com", "education.com", "govern.org", "joes.ac", "joes.go",
                               "joes.gov.example", "joes.nhs.com", "gov", ""}) {
        EXPECT_FALSE(is_institution(domain)) << domain;
    }
}

// Names that differ only in a number are one business, even if their word is a general one ("shop") and not the label
// of the domain.
TEST(SharedDomains, NumberedStoresAreOneBusiness) {
    const auto judged = [](const std::vector<std::string>& names) {
        DomainEvidence evidence;
        evidence.domain = "acme.com";
        evidence.records = evidence.distinct_names = evidence.websites = names.size();
        return classify_domain(evidence, compare_names(evidence.domain, names), world);
    };
    EXPECT_EQ(judged({"shop 1", "shop 2", "shop 17", "shop 33", "shop no. 4"}), DomainClass::common_word);
    EXPECT_EQ(judged({"shop 1", "shop 2", "shop 3", "museum of glass", "the old farmers market"}),
              DomainClass::common_word);
    EXPECT_EQ(judged({"shop 1", "shop 2", "museum of glass", "the old farmers market", "7 bakers"}),
              DomainClass::shared);
    EXPECT_EQ(judged({"1", "2", "3", "4", "5"}), DomainClass::shared) << "no name but a number";
}

TEST(SharedDomains, AWordForTheTradeSaysNothing) {
    NameEvidence names{5, 0, {"adler", "hotel"}, {}};
    DomainEvidence evidence;
    evidence.domain = "rooms.example";
    evidence.records = evidence.distinct_names = 5;
    names.trade = {"adler", "hotel"};
    EXPECT_EQ(classify_domain(evidence, names, world), DomainClass::shared);
    names.trade = {"hotel"};
    EXPECT_EQ(classify_domain(evidence, names, world), DomainClass::common_word);
    evidence.domain = "hotels.example";
    names = {5, 2, {}, {}};
    EXPECT_EQ(classify_domain(evidence, names, world), DomainClass::own_label);
    names.trade = {"hotels"};
    EXPECT_EQ(classify_domain(evidence, names, world), DomainClass::shared);
}

TEST(SharedDomains, UnitsOfNames) {
    using Units = std::vector<std::string>;
    EXPECT_EQ(name_units("mike's bar & grill"), (Units{"bar", "bar grill", "grill", "mikes", "mikes bar"}));
    EXPECT_EQ(name_units("a b"), (Units{"a b"})) << "one letter is no word, two of them are a pair";
    EXPECT_EQ(name_units("串カツ田中"), (Units{"カツ", "ツ田", "串カ", "田中"}));
    EXPECT_EQ(name_units("田中 本店"), (Units{"田中"})) << "a space ends a run, 店 ends no pair";
    EXPECT_EQ(name_units("cafe田中bar"), (Units{"bar", "cafe", "田中"}));
    EXPECT_EQ(name_units(""), Units{});
    EXPECT_EQ(name_units("--- !"), Units{});
    EXPECT_EQ(name_units("\xFF\xFE broken"), (Units{"broken"}));
}

TEST(SharedDomains, GenericDependsOnTheNumberOfDomains) {
    EXPECT_FALSE(is_generic("city", World({{"city", 101}}))) << "a 400th of 40,000, without itself";
    EXPECT_TRUE(is_generic("city", World({{"city", 102}})));
    EXPECT_FALSE(is_generic("never seen", World()));
}

TEST(SharedDomains, LabelOfADomain) {
    EXPECT_EQ(domain_label("paul-mitchell.edu"), "paulmitchell");
    EXPECT_EQ(domain_label("example.co.uk"), "example");
}

}  // namespace
}  // namespace bizrec::builder

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "lmdb_builder/domains/domain_statistics.hpp"

namespace bizrec::builder {
namespace {

Document document(const std::string& domain, const std::string& name, const std::string& path = "x",
                  unsigned char brand = 0) {
    Document d;
    d.keys.website = domain;
    d.keys.host = domain;
    d.keys.path = path;
    d.keys.is_domain = true;
    d.name = name;
    d.has_brand = brand != 0;
    d.brand[15] = brand;
    d.place.city = "elko";
    return d;
}

std::vector<Document> sample() {
    std::vector<Document> documents;
    for (const char* name : {"alpha", "bravo", "charlie", "delta", "echo", "foxtrot"}) {
        documents.push_back(document("strangers.example", name));
        documents.push_back(document("operator.example", name, ""));
        documents.push_back(document("chain.example", std::string("acme ") + name));
        documents.push_back(document("branded.example", name, "x", 7));
        documents.push_back(document("bigshop.example", "same name"));
        documents.push_back(document("rooms.example", std::string("hotel ") + name));
        documents.back().trades = "inn\nhotels\n";
        documents.push_back(document("hotelchain.example", std::string("grand hotel ") + name));
        documents.back().trades = "hotel\n";
        documents.push_back(document("locals.example", std::string("locals ") + name));
        documents.back().keys.host = std::string(name) + ".locals.example";
        documents.back().trades = "locals\n";
    }
    documents.push_back(document("few.example", "alpha"));
    Document hosted = document("tenant.builder.example", "alpha");
    hosted.keys.is_domain = false;
    documents.insert(documents.end(), 10, hosted);
    return documents;
}

TEST(DomainStatistics, FewNamesAgreeByWhatTheirRecordsGive) {
    DomainStatistics statistics(::testing::TempDir(), 1U << 20);
    const auto add = [&](const char* domain, const char* name, std::uint32_t phone, std::uint32_t street,
                         unsigned char brand = 0, const char* path = "x") {
        Document d = document(domain, name, path, brand);
        d.phone = phone;
        d.street = street;
        statistics.add(d);
    };
    add("phone.example", "alpha", 7, 1);
    add("phone.example", "bravo", 7, 2);
    add("street.example", "alpha", 1, 7);
    add("street.example", "bravo", 2, 7);
    add("brand.example", "alpha", 1, 1, 9);
    add("brand.example", "bravo", 2, 2, 9);
    add("home.example", "alpha", 1, 1, 0, "");
    add("home.example", "bravo", 2, 2, 0, "");
    Document group = document("group.example", "alpha", "a", 1);
    group.place.city.clear();
    statistics.add(group);
    group = document("group.example", "bravo", "b", 2);
    group.place.city.clear();
    statistics.add(group);
    add("second.example", "alpha", 1, 1);
    add("second.example", "alpha", 7, 2);
    add("second.example", "bravo", 7, 3);
    add("strangers.example", "alpha", 1, 7);
    add("strangers.example", "bravo", 7, 1);
    add("nothing.example", "alpha", 0, 0);
    add("nothing.example", "bravo", 0, 0);
    EXPECT_EQ(shared_keys(statistics.classify()).strangers,
              (std::set<std::string>{"nothing.example", "strangers.example"}));
    EXPECT_EQ(statistics.chains(), 6U);
}

// A host on which customers of a provider have pages is shared, even if only one record has such a page
// (portal.example), or if two have one and the same telephone number (mailbox.example). The provider's own record,
// which has a brand but no street and city, is no customer (isp.example).
TEST(DomainStatistics, PagesOfCustomersNeverBelongToTheHost) {
    DomainStatistics statistics(::testing::TempDir(), 1U << 20);
    Document customer = document("portal.example", "alpha");
    customer.keys.is_page_of_stranger = true;
    statistics.add(customer);
    for (const char* name : {"bravo", "charlie"}) {
        customer = document("mailbox.example", name);
        customer.keys.is_page_of_stranger = true;
        customer.phone = 7;
        statistics.add(customer);
    }
    Document company = document("isp.example", "isp", "x", 1);
    company.place.city.clear();
    company.keys.is_page_of_stranger = true;
    statistics.add(company);
    const SharedKeys keys = shared_keys(statistics.classify());
    EXPECT_EQ(keys.strangers, (std::set<std::string>{"mailbox.example", "portal.example"}));
    EXPECT_EQ(statistics.chains(), 0U);
}

// Two names on subdomains of builder.example are tenants, even if they share a telephone number. They do not own other
// subdomains.
TEST(DomainStatistics, NamesThatAgreeOnSubdomainsMayBeTenants) {
    DomainStatistics statistics(::testing::TempDir(), 1U << 20);
    for (const char* name : {"alpha", "bravo"}) {
        Document tenant = document("builder.example", name);
        tenant.keys.is_below_name = true;
        tenant.phone = 7;
        statistics.add(tenant);
    }
    EXPECT_EQ(shared_keys(statistics.classify()).tenants, std::set<std::string>{"builder.example"});
}

std::string judged_text(const std::vector<Document>& documents, std::uint64_t memory) {
    DomainStatistics statistics(::testing::TempDir(), memory);
    for (const Document& d : documents) {
        statistics.add(d);
    }
    std::string text;
    for (const ClassifiedDomain& judged : statistics.classify()) {
        const DomainEvidence& e = judged.evidence;
        text += e.domain + ' ' + std::string(class_name(judged.domain_class));
        for (const std::uint64_t count : {e.records, e.distinct_names, e.largest_brand, e.websites, e.home_pages}) {
            text += ' ' + std::to_string(count);
        }
        text += '\n';
    }
    return text;
}

TEST(DomainStatistics, GathersTheEvidenceAndJudges) {
    EXPECT_EQ(judged_text(sample(), 1U << 20),
              "branded.example one_brand 6 6 6 6 0\n"
              "chain.example common_word 6 6 0 6 0\n"
              "hotelchain.example common_word 6 6 0 6 0\n"
              "locals.example shared 6 6 0 6 0\n"
              "operator.example home_page 6 6 0 6 6\n"
              "rooms.example shared 6 6 0 6 0\n"
              "strangers.example shared 6 6 0 6 0\n");
}

TEST(DomainStatistics, NeitherOrderNorMemoryMatters) {
    constexpr unsigned seed = 7;
    std::mt19937 random(seed);
    std::vector<Document> documents = sample();
    const std::string expected = judged_text(documents, 1U << 20);
    for (int round = 0; round < 20; ++round) {
        std::shuffle(documents.begin(), documents.end(), random);
        ASSERT_EQ(judged_text(documents, 1 + random() % 5000), expected) << "seed " << seed << ", round " << round;
    }
}

TEST(DomainStatistics, ALargeDomainIsJudgedByASample) {
    DomainStatistics statistics(::testing::TempDir(), 1U << 20);
    for (int i = 0; i < 10000; ++i) {
        statistics.add(document("huge.example", "name" + std::to_string(i)));
        statistics.add(document("chain.example", "acme " + std::to_string(i)));
    }
    const std::vector<ClassifiedDomain> judged = statistics.classify();
    ASSERT_EQ(judged.size(), 2U);
    EXPECT_EQ(judged[0].domain_class, DomainClass::common_word);
    EXPECT_EQ(judged[1].domain_class, DomainClass::shared);
    EXPECT_EQ(judged[1].evidence.distinct_names, 10000U);
    EXPECT_EQ(shared_keys(judged).strangers, std::set<std::string>{"huge.example"});
}

TEST(DomainStatistics, RootDomainCountsWhereThereIsNoWebsite) {
    DomainStatistics statistics(::testing::TempDir(), 1U << 20);
    for (const char* name : {"alpha", "bravo", "charlie", "delta", "echo"}) {
        Document d;
        d.keys.root_domain = "root.example";
        d.keys.is_domain = true;
        d.name = name;
        statistics.add(d);
    }
    const std::vector<ClassifiedDomain> judged = statistics.classify();
    ASSERT_EQ(judged.size(), 1U);
    EXPECT_EQ(judged[0].evidence.websites, 0U);
    EXPECT_EQ(judged[0].domain_class, DomainClass::shared);
}

}  // namespace
}  // namespace bizrec::builder

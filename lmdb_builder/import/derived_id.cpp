#include "lmdb_builder/import/derived_id.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::builder {
namespace {

/// NAMESPACE_DNS of RFC 9562 section 6.6.
constexpr format::Uuid dns_namespace = {0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1,
                                        0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};

bool is_wikidata_item(std::string_view text) noexcept {
    return text.size() > 1 && text.size() <= 20 && text[0] == 'Q' && all_digits(text.substr(1));
}

}  // namespace

format::Uuid name_based_uuid(const format::Uuid& name_space, std::string_view name) {
    std::string input(reinterpret_cast<const char*>(name_space.data()), name_space.size());
    input += name;
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (EVP_Digest(input.data(), input.size(), digest.data(), &size, EVP_sha1(), nullptr) != 1) {
        throw std::runtime_error("OpenSSL offers no SHA-1, which ids of UUID version 5 are made with");
    }
    format::Uuid id{};
    std::copy_n(digest.begin(), id.size(), id.begin());
    id[6] = static_cast<unsigned char>((id[6] & 0x0FU) | 0x50U);
    id[8] = static_cast<unsigned char>((id[8] & 0x3FU) | 0x80U);
    return id;
}

format::Uuid domain_namespace(std::string_view domain) {
    return name_based_uuid(dns_namespace, domain);
}

std::string id_or_derived(const format::Uuid& name_space, std::string_view source_id) {
    format::Uuid id{};
    return format::uuid_text(format::read_uuid(source_id, id) ? id : name_based_uuid(name_space, source_id));
}

std::string wikidata_brand_id(std::string_view item) {
    static const format::Uuid wikidata = domain_namespace("wikidata.org");
    return is_wikidata_item(item) ? format::uuid_text(name_based_uuid(wikidata, item)) : std::string();
}

}  // namespace bizrec::builder

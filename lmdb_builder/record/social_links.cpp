#include "lmdb_builder/record/record_fields.hpp"

#include <simdjson.h>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/record/known_fields.hpp"

namespace bizrec::builder {
namespace {

constexpr std::string_view expected_links =
    "an array of {\"platform\", \"url\"} or of URLs, or an object of platform and URL";

class LinksReader {
public:
    LinksReader(FieldReader& reader, std::vector<ProfileLink>& links) noexcept : reader_(&reader), links_(&links) {}

    bool read_array(simdjson::dom::array links) {
        index_ = 0;
        for (const simdjson::dom::element link : links) {
            if (!read_link(link)) {
                return false;
            }
            ++index_;
        }
        return true;
    }

    bool read_map(simdjson::dom::object links) {
        for (const auto& member : links) {
            if (!read_platform(member.key, member.value)) {
                return false;
            }
        }
        return true;
    }

private:
    bool read_link(simdjson::dom::element link) {
        simdjson::dom::object members;
        if (link.get_object().get(members) != simdjson::SUCCESS) {
            std::string_view url;
            const StringFault fault = FieldReader::string_value(link, url);
            if (fault != StringFault::none) {
                return reader_->refuse_string(fault, place(), "a URL or {\"platform\", \"url\"}", link);
            }
            add("", url);
            return true;
        }
        std::string_view platform;
        std::string_view url;
        if (!read_member(members, "platform", platform) || !read_member(members, "url", url)) {
            return false;
        }
        add(platform, url);
        return true;
    }

    bool read_member(simdjson::dom::object members, std::string_view name, std::string_view& out) {
        simdjson::dom::element value;
        if (members[name].get(value) != simdjson::SUCCESS) {
            return true;
        }
        const StringFault fault = FieldReader::string_value(value, out);
        return fault == StringFault::none ||
               reader_->refuse_string(fault, place() + "." + std::string(name), "a string", value);
    }

    bool read_platform(std::string_view platform, simdjson::dom::element value) {
        simdjson::dom::array urls;
        if (value.get_array().get(urls) != simdjson::SUCCESS) {
            return read_url(platform, value);
        }
        for (const simdjson::dom::element url : urls) {
            if (!read_url(platform, url)) {
                return false;
            }
        }
        return true;
    }

    bool read_url(std::string_view platform, simdjson::dom::element value) {
        std::string_view url;
        const StringFault fault = FieldReader::string_value(value, url);
        if (fault != StringFault::none) {
            return reader_->refuse_string(fault, name() + "." + text::visible_start(platform),
                                          "a URL or an array of URLs", value);
        }
        add(platform, url);
        return true;
    }

    void add(std::string_view platform, std::string_view url) {
        if (!url.empty()) {
            links_->push_back({std::string(platform), std::string(url)});
        }
    }

    static std::string name() { return std::string(field_name(Field::social_media_links)); }
    std::string place() const { return name() + "[" + std::to_string(index_) + "]"; }

    FieldReader* reader_;
    std::vector<ProfileLink>* links_;
    std::size_t index_ = 0;
};

}  // namespace

bool read_social_links(FieldReader& reader, std::vector<ProfileLink>& links) {
    const auto given = reader.fields().first_of({Field::social_media_links});
    if (!given) {
        return true;
    }
    LinksReader links_reader(reader, links);
    simdjson::dom::array array;
    if (given->value.get_array().get(array) == simdjson::SUCCESS) {
        return links_reader.read_array(array);
    }
    simdjson::dom::object map;
    if (given->value.get_object().get(map) == simdjson::SUCCESS) {
        return links_reader.read_map(map);
    }
    return reader.refuse("wrong_type", std::string(field_name(given->field)), expected_links, given->value);
}

}  // namespace bizrec::builder

#include "lmdb_builder/customers/record_columns.hpp"

#include <algorithm>

namespace bizrec::builder {
namespace {

constexpr std::size_t no_rank = static_cast<std::size_t>(-1);

struct Alias {
    std::string_view name;
    std::vector<std::string_view> sources;
};

const std::vector<Alias>& aliases() {
    static const std::vector<Alias> all{
        {"business_name", {"business_name", "store_name", "brand_name"}},
        {"website_url", {"website_url", "website", "root_domain"}},
        {"zip_code", {"zip_code", "zipcode", "postal_code"}},
        {"latitude", {"latitude", "lat"}},
        {"longitude", {"longitude", "long", "lon", "lng"}},
        {"phone", {"store_phones", "business_phones", "phone"}},
        {"email", {"store_emails", "business_emails"}},
    };
    return all;
}

void append_value_text(simdjson::dom::element value, std::string& out) {
    switch (value.type()) {
        case simdjson::dom::element_type::STRING:
            out += std::string_view(value);
            break;
        case simdjson::dom::element_type::NULL_VALUE:
            break;
        case simdjson::dom::element_type::ARRAY: {
            const std::size_t begin = out.size();
            for (const simdjson::dom::element each : simdjson::dom::array(value)) {
                const std::size_t before = out.size();
                out += before == begin ? "" : "; ";
                const std::size_t text = out.size();
                append_value_text(each, out);
                out.resize(out.size() == text ? before : out.size());
            }
            break;
        }
        default:
            out += simdjson::minify(value);
    }
}

}  // namespace

RecordColumns::RecordColumns(const std::vector<std::string>& fields) {
    for (const std::string& field : fields) {
        Column column{field, {}};
        const auto known =
            std::find_if(aliases().begin(), aliases().end(), [&](const Alias& alias) { return alias.name == field; });
        if (known == aliases().end()) {
            column.sources.push_back(field);
        } else {
            column.sources.assign(known->sources.begin(), known->sources.end());
        }
        columns_.push_back(std::move(column));
    }
    ranks_.resize(columns_.size());
}

std::vector<std::string> RecordColumns::usual() {
    return {"business_name", "website_url", "street_address", "city", "state", "zip_code", "country", "phone"};
}

bool RecordColumns::cut(std::string_view record, std::vector<std::string>& cells) {
    cells.resize(columns_.size());
    std::fill(ranks_.begin(), ranks_.end(), no_rank);
    for (std::string& cell : cells) {
        cell.clear();
    }
    simdjson::dom::object object;
    if (parser_.parse(record.data(), record.size(), false).get(object) != simdjson::SUCCESS) {
        return false;
    }
    for (const auto& [key, value] : object) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::vector<std::string>& sources = columns_[i].sources;
            const auto rank =
                static_cast<std::size_t>(std::find(sources.begin(), sources.end(), key) - sources.begin());
            if (rank < sources.size() && rank < ranks_[i]) {
                const std::string before = std::move(cells[i]);
                cells[i].clear();
                append_value_text(value, cells[i]);
                if (cells[i].empty()) {
                    cells[i] = before;
                } else {
                    ranks_[i] = rank;
                }
            }
        }
    }
    return true;
}

}  // namespace bizrec::builder

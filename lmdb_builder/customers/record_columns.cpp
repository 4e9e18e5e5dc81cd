#include "lmdb_builder/customers/record_columns.hpp"

#include <simdjson.h>

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

/// Appends a value as the text of a cell.
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

RecordColumns::RecordColumns(const std::vector<std::string>& fields)
    : names_(fields), ranks_(fields.size()), written_(fields.size()) {
    for (std::size_t column = 0; column < fields.size(); ++column) {
        const auto known = std::find_if(aliases().begin(), aliases().end(),
                                        [&](const Alias& alias) { return alias.name == fields[column]; });
        if (known == aliases().end()) {
            sources_.push_back({fields[column], column, 0});
            continue;
        }
        for (std::size_t rank = 0; rank < known->sources.size(); ++rank) {
            sources_.push_back({std::string(known->sources[rank]), column, rank});
        }
    }
    const auto is_shorter = [](const Source& a, const Source& b) { return a.name.size() < b.name.size(); };
    std::stable_sort(sources_.begin(), sources_.end(), is_shorter);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        begins_.resize(std::max(begins_.size(), sources_[i].name.size() + 1), i);
    }
    begins_.push_back(sources_.size());
}

std::vector<std::string> RecordColumns::usual() {
    return {"business_name", "website_url", "street_address", "city", "state", "zip_code", "country", "phone"};
}

bool RecordColumns::cut(std::string_view record, std::vector<std::string_view>& cells) {
    cells.assign(names_.size(), {});
    std::fill(ranks_.begin(), ranks_.end(), no_rank);
    simdjson::dom::object object;
    if (parser_->parse(record.data(), record.size(), false).get(object) != simdjson::SUCCESS) {
        return false;
    }
    for (const auto& [key, value] : object) {
        offer(key, value, cells);
    }
    return true;
}

void RecordColumns::offer(std::string_view key, simdjson::dom::element value, std::vector<std::string_view>& cells) {
    if (key.size() + 1 >= begins_.size()) {
        return;
    }
    for (std::size_t i = begins_[key.size()]; i < begins_[key.size() + 1]; ++i) {
        if (sources_[i].name == key && sources_[i].rank < ranks_[sources_[i].column]) {
            fill_cell(sources_[i], value, cells[sources_[i].column]);
        }
    }
}

void RecordColumns::fill_cell(const Source& source, simdjson::dom::element value, std::string_view& cell) {
    std::string_view text;
    const bool is_text = value.get(text) == simdjson::SUCCESS;
    if (!is_text) {
        draft_.clear();
        append_value_text(value, draft_);
        text = draft_;
    }
    if (text.empty()) {
        return;  // an empty value does not replace the value of another source
    }
    if (!is_text) {
        written_[source.column].swap(draft_);
        text = written_[source.column];
    }
    cell = text;
    ranks_[source.column] = source.rank;
}

}  // namespace bizrec::builder

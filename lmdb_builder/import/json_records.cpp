#include "lmdb_builder/import/importer.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cmath>

#include "bizrec/base/ascii.hpp"
#include "lmdb_builder/import/derived_id.hpp"
#include "lmdb_builder/import/json_path.hpp"
#include "lmdb_builder/import/mapped_values.hpp"
#include "lmdb_builder/import/moved_fields.hpp"
#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {
namespace {

namespace dom = simdjson::dom;
using Values = std::vector<dom::element>;

std::string text_of(dom::element value) {
    std::string_view text;
    if (value.get_string().get(text) == simdjson::SUCCESS) {
        return std::string(trim_blanks(text));
    }
    constexpr double beyond_exact = 9007199254740992;  // 2^53: from here on, doubles skip integers
    double number = 0;
    if (value.is_double() && value.get_double().get(number) == simdjson::SUCCESS && std::trunc(number) == number &&
        std::abs(number) < beyond_exact) {
        return std::to_string(static_cast<std::int64_t>(number));  // 17 for "17.0", as some programs write 17
    }
    return value.is_number() || value.is_bool() ? simdjson::to_string(value) : std::string();
}

/// Adds the elements of an array, or the value itself if it is no array.
void add_elements(dom::element value, Values& elements) {
    dom::array list;
    if (value.get_array().get(list) != simdjson::SUCCESS) {
        elements.push_back(value);
        return;
    }
    for (const dom::element element : list) {
        elements.push_back(element);
    }
}

/// A path or a constant that gives a field its value or a part of it.
struct Part {
    JsonPath path;
    std::string constant;
    CsvType type = CsvType::text;
    std::string argument;
    Values values{};  // of the current element
};

struct Target {
    std::string field;
    CsvType type = CsvType::text;
    std::vector<Part> parts;
};

std::string joined(const Target& target, std::string_view between) {
    std::string joined;
    const auto add = [&](const std::string& text) {
        if (!text.empty()) {
            joined.append(joined.empty() ? std::string_view() : between).append(text);
        }
    };
    for (const Part& part : target.parts) {
        add(part.constant);
        Values elements;
        for (const dom::element value : part.values) {
            add_elements(value, elements);
        }
        for (const dom::element element : elements) {
            add(text_of(element));
        }
    }
    return joined;
}

std::string list_of(const Target& target) {
    TextList list;
    for (const Part& part : target.parts) {
        for (const std::string_view text : split_trimmed(part.constant, part.argument[0])) {
            list.add(text);
        }
        for (const dom::element value : part.values) {
            Values elements;
            add_elements(value, elements);
            for (const dom::element element : elements) {
                const std::string text = text_of(element);
                if (value.is_array()) {
                    list.add(text);
                    continue;
                }
                for (const std::string_view one : split_trimmed(text, part.argument[0])) {
                    list.add(one);
                }
            }
        }
    }
    return list.empty() ? std::string() : list.json();
}

std::string links_of(const Target& target) {
    std::string links;
    for (const Part& part : target.parts) {
        append_links(part.type, part.argument, part.constant, links);
        Values elements;
        for (const dom::element value : part.values) {
            add_elements(value, elements);
        }
        for (const dom::element element : elements) {
            if (element.is_object()) {
                links += (links.empty() ? "" : ",") + simdjson::to_string(element);
            } else {
                append_links(part.type, part.argument, text_of(element), links);
            }
        }
    }
    return links.empty() ? links : "[" + links + "]";
}

/// The value of a target with a single part that has a single value; null for all other targets.
const dom::element* only_value(const Target& target) noexcept {
    return target.parts.size() == 1 && target.parts.front().values.size() == 1 ? target.parts.front().values.data()
                                                                               : nullptr;
}

/// Whether the value has the target's type, so that the record can use it unchanged.
bool is_of_type(CsvType type, dom::element value) noexcept {
    switch (type) {
        case CsvType::number:
            return value.is_number();
        case CsvType::boolean:
            return value.is_bool();
        case CsvType::json:
            return true;
        default:
            return type == CsvType::text && (value.is_array() || value.is_object());
    }
}

class JsonRecords : public JsonImporter {
public:
    JsonRecords(const std::string& name_space, std::string list)
        : namespace_(domain_namespace(name_space)), list_(std::move(list)) {}

    Status add_rule(const CsvRule& rule) {
        Part part{{}, rule.constant, rule.type, rule.argument};
        if (!rule.column.empty()) {
            auto path = JsonPath::parse(rule.column);
            if (!path) {
                return Error{"\"" + rule.column + "\": " + path.error().message};
            }
            part.path = std::move(path).value();
        }
        if (!rule.field.empty()) {
            add_part(rule.field == "id" ? std::string(field_name(Field::store_id)) : rule.field, std::move(part));
        } else if (part.path.is_member()) {
            left_out_.push_back(part.path);
        } else {
            return Error{"\"" + rule.column + "\": only a member of the object itself can be left out"};
        }
        return ok();
    }

    std::string_view name() const noexcept override { return "json"; }
    JsonEnvelope envelope() const override {
        return list_.empty() ? JsonEnvelope{"features", {}, "FeatureCollection"} : JsonEnvelope{list_};
    }

    Imported convert(SourceObject& element, std::string_view, RecordLine& line, RejectReason& reason) override {
        line.begin(name());
        SourceObject* place = &element;
        SourceMember* properties = element.text("type") == "Feature" ? element.find("properties") : nullptr;
        dom::object below;
        if (properties != nullptr && properties->value.get_object().get(below) == simdjson::SUCCESS) {
            properties->used = true;
            properties_.assign(below, properties->raw);
            place = &properties_;
        }
        find_values(*place, element);
        Target own_id;
        find_own_names(*place, own_id);
        if (place != &element) {
            find_own_names(element, own_id);
        }
        if (!add_id(own_id, line, reason)) {
            return Imported::rejected;
        }
        for (const std::vector<Target>* targets : {&targets_, &own_}) {
            for (const Target& target : *targets) {
                add_value(target, line);
            }
        }
        keep_feature(element, place, line);
        keep_rest(element, line);
        return Imported::record;
    }

    std::vector<std::string> never_found() const override {
        std::vector<std::string> paths;
        for (std::size_t i = 0; i < found_.size(); ++i) {
            if (!found_[i]) {
                paths.push_back(all_paths_[i]);
            }
        }
        return paths;
    }

private:
    void add_part(const std::string& field, Part part) {
        auto at = std::find_if(targets_.begin(), targets_.end(), [&](const Target& t) { return t.field == field; });
        if (at == targets_.end()) {
            const CsvType type = part.type == CsvType::profile ? CsvType::links : part.type;
            at = targets_.insert(targets_.end(), Target{field, type, {}});
        }
        if (part.constant.empty() && path_index(part.path) == all_paths_.size()) {
            all_paths_.push_back(part.path.text());
            found_.push_back(false);
        }
        at->parts.push_back(std::move(part));
    }

    void find_values(SourceObject& place, SourceObject& element) {
        for (Target& target : targets_) {
            for (Part& part : target.parts) {
                part.values.clear();
                if (!part.constant.empty()) {
                    continue;
                }
                part.path.find(place, part.values);
                if (part.values.empty() && &place != &element) {
                    part.path.find(element, part.values);
                }
                if (!part.values.empty()) {
                    found_[path_index(part.path)] = true;
                }
            }
        }
        Values dropped;
        for (const JsonPath& path : left_out_) {
            path.find(place, dropped);
        }
        own_.clear();
    }

    std::size_t path_index(const JsonPath& path) const noexcept {
        const auto at = std::find(all_paths_.begin(), all_paths_.end(), path.text());
        return static_cast<std::size_t>(at - all_paths_.begin());
    }

    bool is_target(std::string_view field) const noexcept {
        const auto names = [field](const Target& target) { return target.field == field; };
        return std::any_of(targets_.begin(), targets_.end(), names) || std::any_of(own_.begin(), own_.end(), names);
    }

    /// Maps each unused member that has the name of a field (in any case) to that field, unless a rule or an earlier
    /// member gives the field. The id goes to `id`, every other field to own_.
    void find_own_names(SourceObject& object, Target& id) {
        for (SourceMember& member : object.members()) {
            std::string name(member.name);
            lower_in_place(name);
            const auto field = member.used || member.is_missing() ? std::nullopt : find_field(name);
            if (!field) {
                continue;
            }
            const std::string own(field_name(*field == Field::id ? Field::store_id : *field));
            const bool is_id = own == field_name(Field::store_id);
            if (is_target(own) || (is_id && !id.parts.empty())) {
                continue;
            }
            member.used = true;
            Target target{own, natural_type(own), {Part{{}, {}, natural_type(own), ";", {member.value}}}};
            if (is_id) {
                id = std::move(target);
            } else {
                own_.push_back(std::move(target));
            }
        }
    }

    bool add_id(const Target& own_id, RecordLine& line, RejectReason& reason) const {
        const auto mapped = std::find_if(targets_.begin(), targets_.end(), [](const Target& target) {
            return target.field == field_name(Field::store_id);
        });
        const Target& id = mapped != targets_.end() ? *mapped : own_id;
        if (id.parts.empty()) {
            reason = {"store_id", "missing_id",
                      "expected a member id or store_id, or a line \"PATH = store_id\" in the file of --mapping"};
            return false;
        }
        return add_mapped_id(namespace_, joined(id, "/"), line, reason);
    }

    void add_value(const Target& target, RecordLine& line) const {
        if (target.field == field_name(Field::store_id)) {
            return;
        }
        if (const dom::element* value = only_value(target); value != nullptr && is_of_type(target.type, *value)) {
            return line.add_raw(target.field, simdjson::to_string(*value));
        }
        if (target.type == CsvType::list || target.type == CsvType::links) {
            const std::string json = target.type == CsvType::list ? list_of(target) : links_of(target);
            if (!json.empty()) {
                line.add_raw(target.field, json);
            }
            return;
        }
        const std::string text = joined(target, " ");
        if (!text.empty()) {
            add_mapped_text(namespace_, target.field, target.type, text, Decimal::point, line);
        }
    }

    /// For a GeoJSON Feature: adds its point if the record has no position, and keeps its unused properties.
    void keep_feature(SourceObject& element, SourceObject* place, RecordLine& line) const {
        if (place == &element) {
            return;
        }
        if (SourceMember* geometry = element.find("geometry")) {
            const auto point = point_of_geojson(geometry->value);
            if (point && !line.has(Field::latitude) && !line.has(Field::longitude)) {
                add_point(*point, line);
                geometry->used = true;
            }
        }
        if (SourceMember* type = element.find("type")) {
            type->used = true;
        }
        keep_rest(*place, line);
    }

    const format::Uuid namespace_;
    const std::string list_;
    std::vector<Target> targets_;
    std::vector<JsonPath> left_out_;
    // The fields of the current element that no rule of the mapping sets. find_own_names() takes them from members with
    // a field's name.
    std::vector<Target> own_;
    std::vector<std::string> all_paths_;
    std::vector<bool> found_;
    SourceObject properties_;
};

}  // namespace

Result<std::unique_ptr<JsonImporter>> make_json_importer(const CsvMapping& mapping, const std::string& name_space,
                                                         const std::string& list) {
    auto importer = std::make_unique<JsonRecords>(name_space, list);
    for (const CsvRule& rule : mapping.rules) {
        const Status added = importer->add_rule(rule);
        if (!added) {
            return Error{"the mapping: " + added.error().message};
        }
    }
    return std::unique_ptr<JsonImporter>(std::move(importer));
}

}  // namespace bizrec::builder

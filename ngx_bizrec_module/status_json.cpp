#include "status_bodies.hpp"

#include <algorithm>

#include "bizrec/base/json_text.hpp"

namespace bizrec::ngx {
namespace {

struct JsonValue {
    std::string& out;

    void operator()(bool value) const { out += value ? "true" : "false"; }
    void operator()(std::uint64_t value) const { out += std::to_string(value); }
    void operator()(double value) const { out += text_of(value); }
    void operator()(UnixTime value) const { out += '"' + text_of(value) + '"'; }
    void operator()(const std::string& value) const { append_json_string(out, value); }
    void operator()(const std::vector<std::string>& values) const {
        out += '[';
        for (const std::string& value : values) {
            out += out.back() == '[' ? "" : ",";
            append_json_string(out, value);
        }
        out += ']';
    }
    /// Cumulative, as in the metrics: each bucket includes the smaller ones.
    void operator()(const Histogram& value) const {
        std::uint64_t count = 0;
        out += "{\"buckets\":{";
        for (std::size_t i = 0; i < time_places; ++i) {
            count += value.counts[i];
            const bool is_last = i == std::size(time_bounds);
            out += std::string(i == 0 ? "" : ",") + '"' + (is_last ? "+Inf" : time_bounds[i].seconds) +
                   "\":" + std::to_string(count);
        }
        out += "},\"sum_s\":" + text_of(value.sum_s()) + ",\"count\":" + std::to_string(count) + '}';
    }
};

/// Number of equal parts at the beginning of two paths, without their last parts.
std::size_t common_objects(const std::vector<PathPart>& a, const std::vector<PathPart>& b) {
    std::size_t common = 0;
    while (common + 1 < std::min(a.size(), b.size()) && a[common].text == b[common].text) {
        ++common;
    }
    return common;
}

}  // namespace

std::string status_json(const std::vector<Figure>& figures) {
    std::string out = "{";
    std::vector<PathPart> before;
    for (const Figure& figure : figures) {
        const std::vector<PathPart> path = path_of(figure);
        if (path.empty()) {
            continue;
        }
        const std::size_t common = common_objects(before, path);
        if (before.size() > common + 1) {
            out.append(before.size() - common - 1, '}');
        }
        out += out.back() == '{' ? "" : ",";
        for (std::size_t i = common; i < path.size(); ++i) {
            append_json_string(out, path[i].text);
            out += i + 1 < path.size() ? ":{" : ":";
        }
        std::visit(JsonValue{out}, figure.value);
        before = path;
    }
    out.append(before.empty() ? 0 : before.size() - 1, '}');
    return out + "}\n";
}

}  // namespace bizrec::ngx

#include "status_bodies.hpp"

#include <array>

#include "bizrec/base/ascii.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::string_view total = "_total";

std::string escaped_label(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\n') {
            escaped += "\\n";
            continue;
        }
        escaped += c == '\\' || c == '"' ? "\\" : "";
        escaped += c;
    }
    return escaped;
}

/// Text such as {endpoint="search",le="0.1"}; "" without labels.
std::string label_text(const Figure& figure, std::string_view bound = {}) {
    std::string text;
    for (const auto& [name, value] : figure.labels) {
        text += (text.empty() ? "" : ",") + std::string(name) + "=\"" + escaped_label(value) + '"';
    }
    if (!bound.empty()) {
        text += (text.empty() ? "" : ",") + ("le=\"" + std::string(bound)) + '"';
    }
    return text.empty() ? text : '{' + text + '}';
}

/// Appends the samples of a figure.
struct Samples {
    std::string& out;
    std::string_view metric;
    const Figure& figure;

    void operator()(bool value) const { sample(value ? "1" : "0"); }
    void operator()(std::uint64_t value) const { sample(std::to_string(value)); }
    void operator()(double value) const { sample(text_of(value)); }
    void operator()(UnixTime value) const { sample(std::to_string(value.seconds)); }
    void operator()(const std::string&) const {}
    void operator()(const std::vector<std::string>&) const {}
    void operator()(const Histogram& value) const {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < time_places; ++i) {
            count += value.counts[i];
            const char* bound = i == std::size(time_bounds) ? "+Inf" : time_bounds[i].seconds;
            line("_bucket", label_text(figure, bound), std::to_string(count));
        }
        line("_sum", label_text(figure), text_of(value.sum_s()));
        line("_count", label_text(figure), std::to_string(count));
    }

    void sample(std::string_view value) const { line("", label_text(figure), value); }
    void line(std::string_view suffix, std::string_view labels, std::string_view value) const {
        for (const std::string_view part : std::array<std::string_view, 6>{metric, suffix, labels, " ", value, "\n"}) {
            out += part;
        }
    }
};

void append_metadata(std::string& out, const FigureKind& kind, bool is_open_metrics) {
    constexpr const char* types[] = {"", "gauge", "counter", "histogram"};  // by FigureType
    std::string family = kind.metric;
    if (is_open_metrics && ends_with(family, total)) {
        family.resize(family.size() - total.size());
    }
    out += "# HELP " + family + ' ' + kind.help + "\n# TYPE " + family + ' ' +
           types[static_cast<std::size_t>(kind.type)] + '\n';
    if (is_open_metrics && kind.unit[0] != '\0') {
        out += "# UNIT " + family + ' ' + kind.unit + '\n';
    }
}

}  // namespace

std::string status_metrics(const std::vector<Figure>& figures, bool is_open_metrics) {
    std::string out;
    for (const FigureKind* at = figure_kinds; at != figure_kinds + figure_kind_count; ++at) {
        const FigureKind& kind = *at;
        bool is_first = true;
        for (const Figure& figure : figures) {
            if (figure.name != kind.name || kind.metric[0] == '\0') {
                continue;
            }
            if (is_first) {
                append_metadata(out, kind, is_open_metrics);
                is_first = false;
            }
            std::visit(Samples{out, kind.metric, figure}, figure.value);
        }
    }
    return out + (is_open_metrics ? "# EOF\n" : "");
}

}  // namespace bizrec::ngx

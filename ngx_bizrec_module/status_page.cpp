#include "status_bodies.hpp"

#include <algorithm>
#include <iterator>

namespace bizrec::ngx {
namespace {

constexpr std::string_view head =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"5\">"
    "<meta name=\"viewport\" content=\"width=device-width\"><title>bizrec status</title><style>"
    "body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#222;background:#fff}"
    "h2{margin:1.5em 0 .3em;border-bottom:1px solid #ccc}h3{margin:1em 0 .2em;font-size:1em;overflow-wrap:anywhere}"
    "table{border-collapse:collapse;width:100%}td,th{padding:.15em .6em;vertical-align:top;text-align:left;"
    "font-weight:normal;overflow-wrap:anywhere}td{width:55%;font-variant-numeric:tabular-nums}"
    "tr:nth-child(odd){background:#f5f5f5}.state{padding:.6em 1em;border-radius:.3em;color:#fff;background:#2e7d32}"
    ".degraded{background:#a65e00}.not_ready{background:#b71c1c}svg{vertical-align:middle}rect{fill:#3367d6}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}tr:nth-child(odd){background:#262626}"
    "rect{fill:#7aa2f7}svg text{fill:#ddd}}</style></head><body>\n<h1>bizrec status</h1>\n";

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::uint64_t max_of(const Histogram& histogram) noexcept {
    return *std::max_element(std::begin(histogram.counts), std::end(histogram.counts));
}

constexpr std::uint64_t bar_width = 26;
constexpr std::uint64_t bar_height = 60;

/// The bar of a bucket. A bucket that is not empty is always visible.
std::string bar_of(std::size_t bucket, std::uint64_t count, std::uint64_t greatest) {
    const auto part = static_cast<double>(count) / static_cast<double>(greatest);
    const auto bar = std::max<std::uint64_t>(static_cast<std::uint64_t>(part * bar_height), count == 0 ? 0 : 1);
    const std::string x = std::to_string(bucket * bar_width);
    const std::string bound =
        bucket == std::size(time_bounds) ? "more" : std::string(time_bounds[bucket].seconds) + " s";
    const std::string label = "<text x=\"" + x + "\" y=\"74\" font-size=\"11\">" + bound + "</text>";
    return "<rect x=\"" + x + "\" y=\"" + std::to_string(bar_height - bar) + "\" width=\"24\" height=\"" +
           std::to_string(bar) + "\"><title>" + bound + ": " + std::to_string(count) + "</title></rect>" +
           (bucket % 3 == 0 ? label : "");
}

/// Draws a bar for each bucket, with the bound below every third one.
std::string drawn(const Histogram& histogram) {
    const std::uint64_t greatest = std::max<std::uint64_t>(max_of(histogram), 1);
    std::string svg = "<svg role=\"img\" aria-label=\"histogram\" width=\"100%\" viewBox=\"0 0 " +
                      std::to_string(bar_width * time_places) + " 76\">";
    for (std::size_t i = 0; i < time_places; ++i) {
        svg += bar_of(i, histogram.counts[i], greatest);
    }
    return svg + "</svg>";
}

/// Draws a share as a percentage bar.
std::string drawn(double share) {
    const auto width = static_cast<unsigned>(share * 100);
    return " <svg width=\"100\" height=\"10\" aria-hidden=\"true\"><rect width=\"" + std::to_string(width) +
           "\" height=\"10\"/></svg>";
}

struct PageValue {
    std::string operator()(bool value) const { return value ? "yes" : "no"; }
    std::string operator()(std::uint64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return text_of(value); }
    std::string operator()(UnixTime value) const { return text_of(value); }
    std::string operator()(const std::string& value) const { return escaped(value); }
    std::string operator()(const std::vector<std::string>& values) const {
        std::string text;
        for (const std::string& value : values) {
            text += "<li>" + escaped(value) + "</li>";
        }
        return text.empty() ? text : "<ul>" + text + "</ul>";
    }
    std::string operator()(const Histogram& value) const { return drawn(value); }
};

double number_of(const Figure& figure) noexcept {
    if (const auto* whole = std::get_if<std::uint64_t>(&figure.value)) {
        return static_cast<double>(*whole);
    }
    const auto* number = std::get_if<double>(&figure.value);
    return number == nullptr ? 0 : *number;
}

/// The sum of the figures of this name that differ only in their last label: for example, the requests of one endpoint
/// over all statuses.
double sum_of_group(const std::vector<Figure>& figures, const Figure& figure) {
    double sum = 0;
    for (const Figure& other : figures) {
        const bool is_kin = other.name == figure.name &&
                            std::equal(other.labels.begin(), other.labels.end() - 1, figure.labels.begin());
        sum += is_kin ? number_of(other) : 0;
    }
    return sum;
}

std::string value_of(const std::vector<Figure>& figures, const Figure& figure, const std::vector<PathPart>& path) {
    std::string text = std::visit(PageValue(), figure.value);
    if (kind_of(figure.name).type == FigureType::counter && path.back().is_label) {
        const double sum = sum_of_group(figures, figure);
        text += sum == 0 ? std::string() : drawn(number_of(figure) / sum);
    }
    return text;
}

std::string banner_of(const std::vector<Figure>& figures) {
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [](const Figure& figure) { return figure.name == FigureName::state; });
    const std::string state = found == figures.end() ? std::string() : std::visit(PageValue(), found->value);
    return "<p class=\"state " + state + "\">" + state + "</p>\n";
}

/// The headings above a table: the section (<h2>: "index"), and one member of the section (<h3>: the path of one
/// index). `thing` is "" if the section has no such members.
struct Heading {
    std::string section;
    std::string thing;
    std::size_t parts = 0;  ///< number of parts of the path that the heading shows
};

Heading heading_of(const std::vector<PathPart>& path) {
    if (path.size() == 1) {
        return {"server", "", 0};
    }
    if (path[1].is_label && path.size() > 2) {
        return {path[0].text, path[1].text, 2};
    }
    return {path[0].text, "", 1};
}

std::string name_of_row(const std::vector<PathPart>& path, std::size_t from) {
    std::string name;
    for (std::size_t i = from; i < path.size(); ++i) {
        name += (name.empty() ? "" : " ") + path[i].text;
    }
    return escaped(name);
}

}  // namespace

std::string status_page(const std::vector<Figure>& figures) {
    std::string out = std::string(head) + banner_of(figures);
    Heading before;
    bool is_open = false;
    for (const Figure& figure : figures) {
        const std::vector<PathPart> path = path_of(figure);
        if (path.empty() || figure.name == FigureName::state) {
            continue;
        }
        const Heading now = heading_of(path);
        if (!is_open || now.section != before.section || now.thing != before.thing) {
            out += is_open ? "</table>\n" : "";
            out += now.section == before.section ? "" : "<h2>" + escaped(now.section) + "</h2>\n";
            out += now.thing.empty() ? "" : "<h3>" + escaped(now.thing) + "</h3>\n";
            out += "<table>\n";
        }
        is_open = true;
        before = now;
        out += "<tr><th scope=\"row\" title=\"" + escaped(kind_of(figure.name).help) + "\">" +
               name_of_row(path, now.parts) + "</th><td>" + value_of(figures, figure, path) + "</td></tr>\n";
    }
    out += is_open ? "</table>\n" : "";
    return out + "</body></html>\n";
}

}  // namespace bizrec::ngx

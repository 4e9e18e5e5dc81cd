#include "lmdb_builder/commands/change_printer.hpp"

#include <cstdio>

#include "bizrec/format/uuid.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/deltas/record_changes.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

const char* word_of_row(const api::ChangeRow& row) {
    return row.is_suppressed ? "suppressed" : word_of(row.kind);
}

}  // namespace

void ChangePrinter::begin(const std::string& since, const std::string& until) const {
    if (form_.json) {
        print_json(stdout, "{\"since\":\"" + since + "\",\"until\":\"" + until + "\",\"data\":[");
    }
}

void ChangePrinter::print(const api::ChangeRow& row, std::string_view content) {
    more_ = printed_ == form_.limit;
    if (more_) {
        return;
    }
    last_ = format::uuid_text(row.id);
    ++(row.is_suppressed ? suppressed_ : counts_[static_cast<std::size_t>(row.kind)]);
    form_.json ? print_json(stdout, row_json(row, content)) : print_lines(stdout, row_text(row, content));
    ++printed_;
}

void ChangePrinter::end() const {
    if (form_.json) {
        print_json(stdout, (printed_ > 0 ? "\n],\"cursor\":" : "],\"cursor\":") +
                               (more_ && !last_.empty() ? '"' + last_ + '"' : "null") +
                               ",\"more\":" + (more_ ? "true" : "false") + "}\n");
        return;
    }
    std::string text;
    for (const ChangeKind kind : {ChangeKind::added, ChangeKind::removed, ChangeKind::changed}) {
        text += std::string(text.empty() ? "" : ", ") + with_separators(counts_[static_cast<std::size_t>(kind)]) + ' ' +
                word_of(kind);
    }
    text += suppressed_ > 0 ? ", " + with_separators(suppressed_) + " suppressed" : "";
    print_lines(stdout, text + (more_ ? "; more after --cursor " + last_ + '\n' : "\n"));
}

std::string ChangePrinter::row_json(const api::ChangeRow& row, std::string_view content) const {
    std::string text =
        (printed_ > 0 ? ",\n{\"id\":\"" : "\n{\"id\":\"") + last_ + "\",\"kind\":\"" + word_of_row(row) + '"';
    if (!row.is_suppressed && row.kind == ChangeKind::changed) {
        text += ",\"fields\":[";
        for (std::size_t i = 0; i < row.pointers.size(); ++i) {
            text += (i > 0 ? "," : "") + json_string(row.pointers[i]);
        }
        text += ']';
    }
    if (form_.content && !content.empty()) {
        text.append(",\"content\":").append(content);
    }
    return text + '}';
}

std::string ChangePrinter::row_text(const api::ChangeRow& row, std::string_view content) const {
    if (row.is_suppressed) {
        return "x " + last_ + '\n';
    }
    std::string text = std::string(1, "-+~"[static_cast<std::size_t>(row.kind)]) + ' ' + last_;
    for (std::size_t i = 0; i < row.pointers.size(); ++i) {
        text += (i > 0 ? ", " : "  ") + (row.pointers[i].empty() ? "(all)" : text::visible(row.pointers[i]));
    }
    text += row.kind == ChangeKind::changed && row.pointers.empty() ? "  (only the order of its fields)\n" : "\n";
    return form_.content && !content.empty() ? text.append(content) + '\n' : text;
}

}  // namespace bizrec::builder

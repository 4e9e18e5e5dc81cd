#include "bizrec/store/suppression.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/format/json_cut.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/store/suppressed_field.hpp"

namespace bizrec::store {
namespace {

bool holds(const std::vector<std::uint32_t>& ascending, std::uint32_t docid) noexcept {
    return std::binary_search(ascending.begin(), ascending.end(), docid);
}

const std::byte* bytes_of(const std::string& text) noexcept {
    return reinterpret_cast<const std::byte*>(text.data());
}

}  // namespace

struct Suppression::Maker {
    const Generation& generation;
    Suppression& out;
    std::vector<std::pair<std::uint32_t, std::string>> cut;  // docid, and the record without its listed parts
    std::string row;

    void add(const SuppressionEntry* first, const SuppressionEntry* last) {
        const std::uint32_t docid = generation.find_id(first->id);
        if (docid == format::no_docid) {
            return;
        }
        const bool is_whole = std::any_of(first, last, [](const SuppressionEntry& entry) { return entry.is_whole(); });
        row.clear();
        if (is_whole || !generation.append_row_head(docid, row) || row.size() < format::row_content_offset) {
            take_out(docid);
        } else {
            cut_parts(docid, suppressed_parts(first, last, generation.name()));
        }
    }

    void take_out(std::uint32_t docid) {
        out.gone_.push_back(docid);
        out.changed_.docids.push_back(docid);
        out.gone_ids_.push_back(generation.uuid[docid]);  // ascending, because the entries are sorted by id
        out.search_.docids.push_back(docid);
        out.enrichment_.docids.push_back(docid);
    }

    void cut_parts(std::uint32_t docid, const std::vector<std::string>& parts) {
        std::string record = row.substr(format::row_content_offset);
        FieldUse use = FieldUse::nothing;
        bool any = false;
        for (const std::string& part : parts) {
            if (format::cut_json(record, part)) {
                any = true;
                use = std::max(use, use_of_field(format::first_token(part)));
            }
        }
        if (!any) {
            return;
        }
        if (use != FieldUse::nothing) {
            out.search_.docids.push_back(docid);
        }
        if (use == FieldUse::everything) {
            out.enrichment_.docids.push_back(docid);
        }
        cut.emplace_back(docid, std::move(record));
    }

    void finish() {
        std::sort(out.gone_.begin(), out.gone_.end());
        out.search_.finish(generation.documents());
        out.enrichment_.finish(generation.documents());
        std::sort(cut.begin(), cut.end());
        const format::ContentPhrases no_phrases;
        format::ContentChunkBuilder builder(no_phrases);
        for (const auto& [docid, record] : cut) {
            out.cut_.push_back(docid);
            out.changed_.docids.push_back(docid);
            builder.add(generation.uuid[docid], record);
        }
        out.rows_ = builder.finish();
        out.changed_.finish(generation.documents());
    }
};

void Suppression::Documents::finish(std::uint32_t documents) {
    std::sort(docids.begin(), docids.end());
    words.assign(std::size_t{documents} / 64 + 1, 0);
    for (const std::uint32_t docid : docids) {
        words[docid / 64] |= std::uint64_t{1} << (docid % 64);
    }
    std::uint32_t count = 0;
    for (const std::uint64_t word : words) {
        before.push_back(count);
        count += static_cast<std::uint32_t>(__builtin_popcountll(word));
    }
}

std::shared_ptr<const Suppression> Suppression::make(std::shared_ptr<const SuppressionList> list,
                                                     const Generation& generation) {
    auto out = std::make_shared<Suppression>();
    out->list_ = std::move(list);
    Maker maker{generation, *out, {}, {}};
    const std::vector<SuppressionEntry>& entries = out->list_->entries;
    const SuppressionEntry* const end = entries.data() + entries.size();
    for (const SuppressionEntry* first = entries.data(); first != end;) {
        const SuppressionEntry* const last =
            std::find_if(first, end, [first](const SuppressionEntry& entry) { return entry.id != first->id; });
        maker.add(first, last);
        first = last;
    }
    maker.finish();
    return out;
}

bool Suppression::is_gone(std::uint32_t docid) const noexcept {
    return enrichment_.holds(docid) && holds(gone_, docid);
}

format::ContentRow Suppression::content_row(std::uint32_t docid) const noexcept {
    const auto found = std::lower_bound(cut_.begin(), cut_.end(), docid);
    if (found == cut_.end() || *found != docid) {
        return {};
    }
    return format::content_row(bytes_of(rows_), rows_.size(), static_cast<std::uint32_t>(found - cut_.begin()),
                               static_cast<std::uint32_t>(cut_.size()));
}

}  // namespace bizrec::store

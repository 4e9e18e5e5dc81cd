#include "lmdb_builder/suppression/named_entries.hpp"

#include <algorithm>

#include "bizrec/base/sort_unique.hpp"
#include "bizrec/enrich/identity_lookup.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/json_cut.hpp"
#include "lmdb_builder/suppression/record_values.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

using store::SuppressionEntry;

class Naming {
public:
    Naming(const SuppressOptions& options, const store::Generation* generation)
        : options_(options), generation_(generation) {}

    std::vector<SuppressionEntry> run() {
        for (const std::string& id : options_.ids) {
            add_id(id);
        }
        const bool needs_records = !options_.websites.empty() || !options_.profiles.empty() ||
                                   !options_.emails.empty() || !options_.phones.empty() || options_.find_entries;
        if (needs_records && generation_ == nullptr) {
            throw BuildFailure("\"" + options_.folder +
                               "\" has no current generation to look it up in: publish an index first, or give --id");
        }
        for (const std::string& website : options_.websites) {
            add_link(website, false);
        }
        for (const std::string& profile : options_.profiles) {
            add_link(profile, true);
        }
        if (!options_.emails.empty() || !options_.phones.empty()) {
            add_values();
        }
        if (options_.find_entries) {
            const std::vector<SuppressionEntry> more = options_.find_entries(*generation_, nullptr);
            entries_.insert(entries_.end(), more.begin(), more.end());
        }
        sort_unique(entries_);
        return std::move(entries_);
    }

private:
    void add_id(const std::string& text) {
        format::Uuid id;
        if (!format::read_uuid(text, id)) {
            throw BuildFailure("--id: \"" + text + "\" is no id: a UUID has 32 hexadecimal digits in five groups");
        }
        add_record(id);
    }

    /// Adds the record, or only its parts that --part names.
    void add_record(const format::Uuid& id) {
        if (options_.parts.empty()) {
            entries_.push_back({id, "", ""});
        }
        for (const std::string& part : options_.parts) {
            add_part(id, part);
        }
    }

    void add_part(const format::Uuid& id, const std::string& pointer) {
        const bool is_of_generation = format::without_positions(pointer) != pointer;
        if (is_of_generation && generation_ == nullptr) {
            throw BuildFailure("--part: " + pointer +
                               " is an element of an array, and there is no current generation to count it in; name "
                               "the whole array");
        }
        entries_.push_back({id, pointer, is_of_generation ? generation_->name() : std::string()});
    }

    void add_link(const std::string& text, bool is_profile) {
        identity::Identity link;
        is_profile ? generation_->normaliser().profile(text, link) : generation_->normaliser().website(text, link);
        search::IdentityLookup lookup;
        search::InputMatch match;
        std::string scratch;
        lookup.prepare(*generation_, link);
        lookup.find(*generation_, scratch, match);
        const search::Evidence least = min_evidence(link);
        auto* const end = match.sources.begin() + match.source_count;
        const auto* const found =
            std::find_if(match.sources.begin(), end, [least](const auto& source) { return source.evidence >= least; });
        // "Nothing was found" would read as if there were nothing to suppress. A rejected suffix such as gov.uk may
        // find the website of a portal.
        if (found == end && !link.names_business()) {
            throw BuildFailure(std::string(is_profile ? "--profile" : "--website") + ": \"" + text +
                               "\" names no business: " + std::string(link.reason));
        }
        if (found == end) {
            return;
        }
        for (const std::uint32_t docid : found->list) {
            if (docid < generation_->documents()) {
                add_record(generation_->uuid[docid]);
            }
        }
    }

    /// The minimum evidence of a record that the link names. "shop.joes.example" names only the records of that host,
    /// not all records of joes.example. The address of a page names only the records of that page.
    static search::Evidence min_evidence(const identity::Identity& link) {
        const bool has_host = link.kind == identity::Kind::domain || link.kind == identity::Kind::hosted;
        if (!has_host) {
            return search::Evidence::key;
        }
        if (!link.path.empty() && link.path != "/") {
            return search::Evidence::direct;
        }
        return link.host == link.key ? search::Evidence::key : search::Evidence::host;
    }

    void add_values() {
        std::vector<Identifier> identifiers;
        for (const std::string& email : options_.emails) {
            identifiers.push_back({Identifier::Kind::email, email});
        }
        for (const std::string& phone : options_.phones) {
            identifiers.push_back({Identifier::Kind::phone, phone});
        }
        std::string row;
        for (std::uint32_t docid = 0; docid < generation_->documents(); ++docid) {
            row.clear();
            if (!generation_->append_row_head(docid, row)) {
                throw BuildFailure(generation_->path() + ": a record is damaged; lmdb_builder verify tells more");
            }
            row.erase(0, format::row_content_offset);
            for (const Identifier& identifier : identifiers) {
                for (const std::string& pointer : places_of(identifier, row)) {
                    add_value(generation_->uuid[docid], pointer);
                }
            }
        }
    }

    /// Adds the value itself, or with --part the named parts of its record.
    void add_value(const format::Uuid& id, const std::string& pointer) {
        if (!options_.parts.empty()) {
            return add_record(id);
        }
        add_part(id, format::is_json_pointer(pointer) ? pointer : "");
    }

    const SuppressOptions& options_;
    const store::Generation* generation_;
    std::vector<SuppressionEntry> entries_;
};

}  // namespace

std::vector<SuppressionEntry> named_entries(const SuppressOptions& options,
                                            const std::shared_ptr<const store::Generation>& generation) {
    const auto with_everything = generation == nullptr ? nullptr : store::Generation::suppress(generation, nullptr);
    return Naming(options, with_everything.get()).run();
}

}  // namespace bizrec::builder

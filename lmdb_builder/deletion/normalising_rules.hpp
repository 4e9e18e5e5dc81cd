#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::builder {

/// The rules of lmdb_builder/rules/deletion_hashes.txt: how identifiers are normalised before they are hashed, and
/// which members of a record hold them. Not thread-safe: use one object a thread.
class NormalisingRules {
public:
    enum class Identifier { email, phone, zip, birth_date, name };
    static constexpr std::size_t identifiers = 5;
    enum class Member { people, phone, first_name, last_name, full_name, birth_date, zip };
    static constexpr std::size_t member_kinds = 7;

    /// The error names file and line.
    static Result<NormalisingRules> read(const RuleText& text);
    /// The compiled-in rules.
    static NormalisingRules built_in();
    NormalisingRules(NormalisingRules&&) noexcept;
    NormalisingRules& operator=(NormalisingRules&&) noexcept;
    ~NormalisingRules();

    std::uint32_t version() const noexcept { return version_; }

    /// `text` normalised for hashing, in UTF-8; may be "". Valid until the next call.
    std::string_view normalised(Identifier identifier, std::string_view text);

    /// The names of members of this kind, in lower case.
    const std::vector<std::string>& members(Member member) const noexcept {
        return members_[static_cast<std::size_t>(member)];
    }
    /// Whether `name`, in any case, is one of members(member).
    bool is(Member member, std::string_view name) const noexcept;

private:
    struct Step;
    NormalisingRules();
    Status add(const RuleLine& rule);
    Status add_hash(const RuleLine& rule);
    Status add_members(const RuleLine& rule);

    std::uint32_t version_ = 0;
    std::array<std::vector<Step>, identifiers> steps_;
    std::array<std::vector<std::string>, member_kinds> members_;
    std::string out_;
};

/// Loads deletion_hashes.txt from a folder of rule files. If the folder has no such file, or is "", returns the
/// compiled-in rules. Throws BuildFailure that names the file and the line.
NormalisingRules load_hash_rules(const std::string& rule_folder);

}  // namespace bizrec::builder

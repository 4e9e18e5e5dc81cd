#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "bizrec/format/content.hpp"
#include "bizrec/store/generation.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

/// Random records and random entries, compared with a slow model: a tree of which the named members are not copied.
namespace bizrec::store::test {
namespace {

struct Tree {
    enum class Kind : unsigned char { leaf, object, array };
    struct Child;

    Kind kind = Kind::leaf;
    std::string leaf;
    std::vector<Child> children;
};

struct MemberName {
    const char* written;  // in JSON
    const char* token;    // in a pointer
};

struct Tree::Child {
    const MemberName* name = nullptr;  // null in an array
    Tree tree;
};

constexpr MemberName member_names[] = {
    {"business_name", "business_name"},
    {"website_url", "website_url"},
    {"staffs", "staffs"},
    {R"(\u0073taffs)", "staffs"},  // the same name, written otherwise
    {"a/b", "a~1b"},
    {"m~n", "m~0n"},
    {"", ""},
    {"0", "0"},
    {"1", "1"},
    {"01", "01"},
};
constexpr std::size_t top_names = 6;  // a record's own members have names of records
constexpr const char* leaves[] = {"1", "null", R"("x,}]\"")", R"("")", "[]", "{}"};
constexpr const char* other_generation = "0123456789abcdef";

using Tokens = std::vector<std::string>;

std::string json_of(const Tree& tree) {
    if (tree.kind == Tree::Kind::leaf) {
        return tree.leaf;
    }
    const bool is_object = tree.kind == Tree::Kind::object;
    std::string out;
    for (const Tree::Child& child : tree.children) {
        out += out.empty() ? "" : ",";
        out += is_object ? '"' + std::string(child.name->written) + "\":" : "";
        out += json_of(child.tree);
    }
    return is_object ? "{" + out + "}" : "[" + out + "]";
}

std::string token_of(const Tree& tree, std::size_t child) {
    return tree.kind == Tree::Kind::object ? tree.children[child].name->token : std::to_string(child);
}

/// The tree without what the pointers name. Counts in `cut` the members and elements that it leaves out.
Tree without(const Tree& tree, const std::vector<Tokens>& pointers, int& cut) {
    Tree out = tree;
    out.children.clear();
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
        bool is_named = false;
        std::vector<Tokens> inside;
        for (const Tokens& pointer : pointers) {
            if (!pointer.empty() && pointer.front() == token_of(tree, i)) {
                is_named = is_named || pointer.size() == 1;
                inside.emplace_back(pointer.begin() + 1, pointer.end());
            }
        }
        if (is_named) {
            ++cut;
        } else {
            out.children.push_back({tree.children[i].name, without(tree.children[i].tree, inside, cut)});
        }
    }
    return out;
}

bool is_number(const std::string& token) {
    return token == "0" || token == "1" || token == "2" || token == "3";
}

class SuppressedParts : public ::testing::Test {
protected:
    struct Listed {
        bool is_whole = false;
        std::vector<Tokens> tokens;  // as they count in this generation
    };

    std::size_t any(std::size_t below) { return random_() % below; }

    Tree random_tree(int depth) {
        Tree tree;
        const std::size_t kind = depth == 0 ? 1 : any(depth < 3 ? 3 : 5);
        if (kind == 0 || depth == 4) {
            tree.leaf = leaves[any(std::size(leaves))];
            return tree;
        }
        tree.kind = kind % 2 == 1 ? Tree::Kind::object : Tree::Kind::array;
        for (std::size_t count = any(depth == 0 ? 7 : 4); count != 0; --count) {
            const MemberName* const name = &member_names[any(depth == 0 ? top_names : std::size(member_names))];
            tree.children.push_back({tree.kind == Tree::Kind::object ? name : nullptr, random_tree(depth + 1)});
        }
        return tree;
    }

    /// Mostly the path of an existing part, sometimes one token more or another one.
    Tokens random_path(const Tree& tree) {
        Tokens path;
        const Tree* at = &tree;
        while (!at->children.empty() && (path.empty() || any(3) != 0)) {
            const std::size_t child = any(at->children.size());
            path.push_back(token_of(*at, child));
            at = &at->children[child].tree;
        }
        if (path.empty() || any(6) == 0) {
            path.emplace_back(path.empty() ? member_names[any(top_names)].token
                                           : member_names[any(std::size(member_names))].token);
        }
        return path;
    }

    /// Adds random entries of a record to the list.
    Listed add_entries(const format::Uuid& id, const Tree& tree, const std::string& generation, SuppressionList& list) {
        Listed listed;
        std::vector<SuppressionEntry> entries;
        for (std::size_t count = any(5); count != 0; --count) {
            Tokens path = random_path(tree);
            SuppressionEntry entry{id, "", ""};
            for (const std::string& token : path) {
                entry.pointer += '/' + token;
            }
            const auto number = std::find_if(path.begin() + 1, path.end(), is_number);
            if (number != path.end()) {
                const bool is_here = any(3) != 0;
                entry.generation = is_here ? generation : other_generation;
                if (!is_here) {
                    path.erase(number, path.end());
                }
            }
            listed.tokens.push_back(std::move(path));
            entries.push_back(std::move(entry));
        }
        if (any(20) == 0) {
            entries.push_back({id, "", ""});
            listed.is_whole = true;
        }
        list.entries.insert(list.entries.end(), entries.begin(), entries.end());
        return listed;
    }

    static bool cuts_member(const Tree& tree, const std::vector<Tokens>& pointers, const char* member) {
        int cut = 0;
        std::vector<Tokens> of_member;
        std::copy_if(pointers.begin(), pointers.end(), std::back_inserter(of_member),
                     [member](const Tokens& pointer) { return pointer.front() == member; });
        without(tree, of_member, cut);
        return cut != 0;
    }

    void expect(const Generation& generation, std::uint32_t docid, const Tree& tree, const Listed& listed) {
        const Suppression& suppression = *generation.suppression();
        ASSERT_EQ(suppression.is_gone(docid), listed.is_whole);
        std::string row;
        ASSERT_NE(generation.append_row_head(docid, row), listed.is_whole);
        if (listed.is_whole) {
            return;
        }
        int cut = 0;
        EXPECT_EQ(row.substr(format::row_content_offset), json_of(without(tree, listed.tokens, cut)));
        EXPECT_EQ(suppression.changes_content(docid), cut != 0);
        const bool by_key = cuts_member(tree, listed.tokens, "website_url");
        EXPECT_EQ(suppression.hides_from_enrichment(docid), by_key);
        EXPECT_EQ(suppression.hides_from_search(docid), by_key || cuts_member(tree, listed.tokens, "business_name"));
        cut_ += cut != 0 ? 1 : 0;
        uncut_ += cut == 0 && !listed.tokens.empty() ? 1 : 0;
    }

    std::mt19937 random_{20261128};  // NOLINT(*-msc51-cpp): the same records each time
    int cut_ = 0, uncut_ = 0;
};

TEST_F(SuppressedParts, AreThoseOfASlowModel) {
    const TempDir folder;
    for (int round = 0; round < 40 && !HasFailure(); ++round) {
        SmallIndex index = make_small_index(60);
        std::vector<Tree> trees;
        for (Document& document : index.documents) {
            trees.push_back(random_tree(0));
            document.json = json_of(trees.back());
        }
        const std::string path = folder.path() + "/" + std::to_string(round);
        index.write(path);
        const auto opened = Generation::open(path, Generation::Check::seal);
        ASSERT_TRUE(opened) << opened.error().message;
        const auto list = std::make_shared<SuppressionList>();
        list->number = 1;
        std::vector<Listed> listed;
        for (std::size_t i = 0; i < trees.size(); ++i) {
            listed.push_back(add_entries(index.documents[i].id, trees[i], opened.value()->name(), *list));
        }
        std::sort(list->entries.begin(), list->entries.end());
        list->entries.erase(std::unique(list->entries.begin(), list->entries.end()), list->entries.end());
        const auto suppressed = Generation::suppress(opened.value(), list);
        for (std::uint32_t docid = 0; docid < trees.size(); ++docid) {
            SCOPED_TRACE(index.documents[docid].json);
            expect(*suppressed, docid, trees[docid], listed[docid]);
        }
    }
    EXPECT_GT(cut_, 500);
    EXPECT_GT(uncut_, 20);
}

}  // namespace
}  // namespace bizrec::store::test

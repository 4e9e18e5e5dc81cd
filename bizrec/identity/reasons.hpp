#pragma once

#include <string>
#include <string_view>

/// Why an input names no business (none) or is refused (reject), as sentences for the client. Static storage.
namespace bizrec::identity::reason {

// Reasons of Kind::reject
inline constexpr std::string_view empty = "there is nothing in it; give a website such as \"example.com\"";
inline constexpr std::string_view other_scheme = "only http and https addresses name a website";
inline constexpr std::string_view space_in_host = "there is a space in the host name";
inline constexpr std::string_view bad_host = "the host name holds a character that no domain name may have";
inline constexpr std::string_view bad_unicode = "the host name is no valid internationalised domain name";
inline constexpr std::string_view empty_label =
    "the host name has an empty part (two dots in a row, or a dot in front)";
inline constexpr std::string_view no_host = "there is no host name in it";
inline constexpr std::string_view label_too_long = "a part of the host name is longer than 63 octets";
inline constexpr std::string_view host_too_long = "the host name is longer than 253 octets";
inline constexpr std::string_view bad_port = "the port after the host name is no number from 0 to 65535";
inline constexpr std::string_view ip_address = "it is an IP address; a business is found by its domain name";
inline constexpr std::string_view single_label =
    "it is a single word, not a domain name; give a full name such as \"example.com\"";
inline constexpr std::string_view public_suffix =
    "it is a public suffix, under which anyone may register; give the name of the business below it";
inline constexpr std::string_view bare_handle =
    "a handle without its platform is ambiguous; give the URL of the profile, such as \"https://www.instagram.com/…\"";
inline constexpr std::string_view bad_place_id = "it is no map place id";

// Reasons of Kind::none
inline constexpr std::string_view short_link = "a short link cannot be resolved offline; give the address it leads to";
inline constexpr std::string_view free_mail = "an address at a free mail provider does not identify a business";
inline constexpr std::string_view hidden_target = "the redirect does not show the address it leads to";
inline constexpr std::string_view bad_target = "the redirect leads to no website of a business";
inline constexpr std::string_view about_another =
    "a consent page, or a page about another's website, names no business; give the website";
inline constexpr std::string_view nested_redirects = "the address is wrapped in more than two redirects";
inline constexpr std::string_view post =
    "a post, video or photo does not name the account it belongs to; give the profile";
inline constexpr std::string_view share = "a share or log-in link names no business; give the profile";
inline constexpr std::string_view event = "an event names no business; give the profile of its host";
inline constexpr std::string_view search = "a search or topic page names no business; give the profile";
inline constexpr std::string_view product = "a product or offer names no business; give the shop";
inline constexpr std::string_view invite = "an invitation to a group names no business";
inline constexpr std::string_view document = "a document, form or app page names no business";
inline constexpr std::string_view platform_page =
    "a page of the platform itself names no business on it; give the profile";
inline constexpr std::string_view no_profile = "it is no profile of a business that the platform's addresses can show";
inline constexpr std::string_view no_page_id =
    "the old address of a page is nothing without the number at its end; give the whole address";
inline constexpr std::string_view no_place =
    "the map link carries no place id; give one with a cid or a place id in it";
inline constexpr std::string_view unknown_platform =
    "the platform of this handle is not known; give the URL of the profile";
inline constexpr std::string_view not_a_handle = "it is neither a URL nor a handle of the platform";

/// Finds a reason of kind none by its name in rule files ("short_link"). Empty if the name is unknown.
std::string_view reason_with_name(std::string_view name) noexcept;
/// The names that reason_with_name() knows, for messages: "short_link", … or "no_place".
std::string reason_names();

}  // namespace bizrec::identity::reason

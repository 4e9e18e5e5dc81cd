#include "conf.hpp"

#include "strings.hpp"

namespace bizrec::ngx {
namespace {

/// Finds nginx's SSI module by its name; null if nginx was built without it. An nginx without SSI could not load this
/// module if the code used the symbol of the SSI module.
const ngx_module_t* find_ssi_module(ngx_cycle_t* cycle) noexcept {
    for (ngx_module_t** module = cycle->modules; *module != nullptr; ++module) {
        if (std::string_view((*module)->name) == "ngx_http_ssi_filter_module") {
            return *module;
        }
    }
    return nullptr;
}

}  // namespace

// The structure with the flag is private to nginx's module, so the flag's offset is taken from the module's table of
// directives.
void exempt_from_ssi(ngx_conf_t* cf) noexcept {
    const ngx_module_t* module = find_ssi_module(cf->cycle);
    if (module == nullptr) {
        return;
    }
    auto* conf = static_cast<char*>(static_cast<ngx_http_conf_ctx_t*>(cf->ctx)->loc_conf[module->ctx_index]);
    for (const ngx_command_t* command = module->commands; command->name.len != 0; ++command) {
        if (view(command->name) == "ssi" && command->set == ngx_conf_set_flag_slot) {
            *reinterpret_cast<ngx_flag_t*>(conf + command->offset) = 0;
        }
    }
}

}  // namespace bizrec::ngx

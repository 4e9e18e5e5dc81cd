# Sourced by nginx's auto/make after it has written the makefile: flags for our objects alone. nginx compiles .cpp with
# $(CC) and the flags of its C files, which know neither -std=c++17 nor hidden symbols, and optimises little.

for bizrec_dir in ngx_bizrec_module base text identity place format store search api; do
    echo "$NGX_OBJS/addon/$bizrec_dir/%.o: CFLAGS += -std=c++17 -O2 -fvisibility=hidden -fvisibility-inlines-hidden"
done >> $NGX_MAKEFILE

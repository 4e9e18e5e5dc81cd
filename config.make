# Sourced by nginx's auto/make after it has written the makefile.

# Flags for our objects alone. nginx compiles .cpp with $(CC) and the flags of its C files, which know neither -std=c++17 nor
# hidden symbols, and optimises little. BIZREC_ENGINE_CFLAGS: more of them for the engine, in nginx's `make`.

bizrec_flags='-std=c++17 -O2 -fvisibility=hidden -fvisibility-inlines-hidden'
if [ "$BIZREC_CREDITS" = OFF ]; then
    bizrec_flags="$bizrec_flags -DBIZREC_WITHOUT_CREDITS"
fi
for bizrec_dir in bizrec_units rules; do
    echo "$NGX_OBJS/addon/$bizrec_dir/%.o: CFLAGS += $bizrec_flags"
done >> $NGX_MAKEFILE
for bizrec_room in $bizrec_rooms; do
    echo "$NGX_OBJS/addon/bizrec_units/bizrec_${bizrec_room}_%.o: CFLAGS += \$(BIZREC_ENGINE_CFLAGS)"
done >> $NGX_MAKEFILE

# Equal sources give equal bytes wherever they stand: the folder of nginx's tree, in debugging symbols, is part of the build's id.
for bizrec_object in addon/% ngx_http_bizrec_module_modules; do
    echo "$NGX_OBJS/$bizrec_object.o: CFLAGS += -ffile-prefix-map=\"\$\$PWD\"=."
done >> $NGX_MAKEFILE

# The sources of each joint unit.
cat $NGX_OBJS/bizrec_units/dependencies >> $NGX_MAKEFILE

# By itself nginx links again when an object is newer. These are read by the linker too.
case " $DYNAMIC_MODULES " in
    *' ngx_http_bizrec_module '*)
        echo "$NGX_OBJS/ngx_http_bizrec_module.so: $ngx_addon_dir/ngx_bizrec_module/exports.map $BIZREC_ENGINE_LIBS" ;;
    *)
        echo "$NGX_OBJS/nginx: $BIZREC_ENGINE_LIBS" ;;
esac >> $NGX_MAKEFILE

if [ -z "$BIZREC_ENGINE_LIBS" ]; then
    bizrec_make_rules=$ngx_addon_dir/bizrec/base/built_in_rules
    bizrec_rules=`echo $ngx_addon_dir/lmdb_builder/rules/*.txt`
    cat << END >> $NGX_MAKEFILE

$bizrec_built_in_rules: $bizrec_make_rules.sh $bizrec_make_rules.cpp.in $bizrec_rules
	$bizrec_make_rules.sh $bizrec_rules > \$@.new && mv \$@.new \$@
END
fi

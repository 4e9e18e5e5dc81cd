# After a change nginx's own makefile builds the dependent files again: tables that sources include, the list of exports, the
# engine's libraries. The test asks make(1) for its plan; nothing is built.
#
# TEST_NGINX_TREE, TEST_NGINX_OBJS: another configured source tree of nginx, with the folder of its objects (.ci/run).
#
# needs: compiler
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(quoted slurp);
use Bizrec::Server;
use Cwd qw(abs_path);
use Test::More;

my $repository = $Bizrec::Server::repository;
my $tree       = abs_path($ENV{TEST_NGINX_TREE} || "$repository/build/nginx-tree") // '';
my $objs       = $ENV{TEST_NGINX_OBJS} || '../nginx';
plan skip_all => 'nothing is built here: make build' unless -d $tree && chdir $tree && -f "$objs/Makefile";
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};

my $makefile = slurp("$objs/Makefile");
my $module   = "$objs/ngx_http_bizrec_module.so";
my ($linked) = $makefile =~ /^\t\$\(LINK\) -o \Q$module\E(.*?)\n\n/ms or die "$objs/Makefile does not link $module\n";

# The files that make would write after a change of this one.
sub built_again {
    my ($changed) = @_;
    my $said = qx{make -n -f @{[quoted("$objs/Makefile")]} -W @{[quoted($changed)]} $module 2>&1};
    is($?, 0, "make -n, $changed changed") or diag $said;
    return { map { $_ => 1 } $said =~ /-o (\S+)/g };
}

is_deeply(built_again('none'), {}, 'nothing has changed since make build');
my ($addon) = $makefile =~ m{^\Q$module\E: (\S+)/ngx_bizrec_module/exports\.map}m;
ok(defined $addon, 'the makefile knows what is linked') or die "$objs/Makefile has no rule for exports.map\n";
my @units    = grep { m{/bizrec_units/bizrec_module_\d+\.o$} } split ' ', $linked;
my ($object) = @units;
cmp_ok(scalar @units, '>', 1, 'the module has several joint units');
is_deeply(
    built_again("$addon/ngx_bizrec_module/access.cpp"),
    { $module => 1, $object => 1 },
    '... and a changed source is compiled with its own alone'
);

my @tables = grep { !/\.[ch]pp$/ } split /\n/, qx{find @{[quoted("$addon/bizrec")]} -type f};
cmp_ok(scalar @tables, '>', 0, 'there are tables');
for my $included (sort(@tables), "$addon/ngx_bizrec_module/endpoint.hpp") {
    my $again = built_again($included);
    ok($again->{$module} && $again->{$object}, '... objects and module are built again');
}
for my $input ("$addon/ngx_bizrec_module/exports.map", grep { /\.a$/ } split ' ', $linked) {
    is_deeply(built_again($input), { $module => 1 }, '... the module is linked again');
}

# An engine that nginx's makefile compiles itself also contains the text of the rule files.
if (my ($rules) = grep { m{/built_in_rules\.o$} } split ' ', $linked) {
    my @files = glob "$addon/lmdb_builder/rules/*.txt";
    cmp_ok(scalar @files, '>', 0, 'there are rule files');
    for my $file (@files) {
        my $again = built_again($file);
        ok($again->{$module} && $again->{$rules}, '... text and module are built again');
    }
}

# If the makefile named a file that is not in the list, make would fail when that file is removed.
if (!$ENV{TEST_NGINX_TREE}) {
    my %known = map { $_ => 1 } split ' ', slurp("$objs/inputs");
    my %named = map { $_ => 1 } $makefile =~ m{ \Q$addon\E/((?:bizrec|ngx_bizrec_module)/\S+\.\w+)}g;
    cmp_ok(scalar keys %named, '>', 100, 'the makefile names our files');
    is_deeply([grep { !$known{$_} } sort keys %named], [], '... and another list of them configures the build again');
}

done_testing();

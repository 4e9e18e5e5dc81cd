#!/usr/bin/perl
# No header includes an expensive one, not even through other headers: a source that needs one includes it itself. Nine sources
# in ten read no JSON, and simdjson.h takes longer to compile than all other includes of most sources.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use File::Basename  qw(dirname);
use File::Find;
use Test::More;

# <unicode/utf8.h> has only macros.
my $costly = qr{^(?:simdjson\.h|CLI/.*|unicode/(?!utf8\.h$).*|openssl/.*|lmdb\.h|ngx_.*\.h|tbb/.*|iostream|regex|sstream|filesystem)$};

# The only header that includes nginx's headers. Every source that includes it needs them.
my %door = map { $_ => 1 } qw(ngx_bizrec_module/ngx.hpp);

# These have JSON values, or are templates for programs of one source. Only sources may include them.
my %for_sources = map { $_ => 1 } qw(
    bench/micro/built_index.hpp
    bizrec/api/text_list.hpp
    lmdb_builder/import/source_object.hpp
    lmdb_builder/record/known_fields.hpp
    t/fuzz/answer_checks.hpp
    t/fuzz/request_checks.hpp
);

my @headers;
find(
    { no_chdir => 1, wanted => sub { push @headers, $_ if -f && /\.hpp$/ } },
    qw(bizrec lmdb_builder ngx_bizrec_module bench t/quality t/fuzz)
);
@headers = sort @headers;
cmp_ok(scalar @headers, '>', 100, 'there are headers');

my (%ours, %costly);
for my $path (@headers) {
    for my $included (slurp($path) =~ /^\s*#\s*include\s*[<"]([^>"]+)[>"]/mg) {
        my ($there) = grep { -e } $included, dirname($path) . "/$included";
        push @{ $ours{$path} },   $there    if defined $there;
        push @{ $costly{$path} }, $included if !defined $there && $included =~ $costly;
    }
}

# The paths from a header to expensive ones, each as a line.
sub ways {
    my ($path, $seen, @by) = @_;
    return if $door{$path} || $seen->{$path}++;
    my $way = join(' -> ', @by, $path);
    return (map { "$way -> $_" } @{ $costly{$path} // [] }), map { ways($_, $seen, @by, $path) } @{ $ours{$path} // [] };
}

is_deeply([map { ways($_, {}) } grep { !$for_sources{$_} } @headers], [], 'no header includes what takes long to compile');
is_deeply([grep { !$costly{$_} } sort keys %for_sources],             [], 'every listed exception includes an expensive header');

done_testing();

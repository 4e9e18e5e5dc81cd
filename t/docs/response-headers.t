#!/usr/bin/perl
# Two tables in the module have the headers that describe an answer. docs/api.md, the description of the API and the example for
# other origins name each of these headers.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use JSON::PP;
use Test::More;

my %tables = map { $_ => [slurp("ngx_bizrec_module/$_.cpp") =~ /^    \{"([\w-]+)",\s+\[\]/mg] } qw(note_headers answer_headers);
cmp_ok(scalar @{ $tables{$_} }, '>=', 4, "headers of $_") for sort keys %tables;

my ($page)    = slurp('docs/api.md') =~ /^## Response headers\n(.*)/ms;
my $told      = join "\n", map { (split /\s*\|\s*/)[1] // '' } $page =~ /^(\|.*)/mg;
my ($exposed) = slurp('conf/nginx/snippets/bizrec-cors.conf') =~ /bizrec_cors_exposed "([^"]+)"/;

# Names of the headers of all answers.
my %described;
my @open = (decode_json(slurp('conf/www/openapi.json')));
while (my $node = pop @open) {
    my @values = ref($node) eq 'HASH' ? values %$node : @$node;
    push @open, grep { ref($_) eq 'HASH' || ref($_) eq 'ARRAY' } @values;
    my $headers = ref($node) eq 'HASH' ? $node->{headers} : undef;
    @described{ keys %$headers } = (1) x keys %$headers if ref($headers) eq 'HASH';
}

for my $header (map { @$_ } @tables{qw(note_headers answer_headers)}) {
    like($told,    qr/`$header`/,   "docs/api.md: $header");
    like($exposed, qr/\b$header\b/, "bizrec-cors.conf: $header");
    ok($described{$header}, "openapi: $header");
}

done_testing;

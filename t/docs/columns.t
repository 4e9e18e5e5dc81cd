#!/usr/bin/perl
# The columns of an index have one table, bizrec/format/columns.hpp: the pages, the description of the API and the client in TypeScript name
# their sections, fields and filters, and the same bounds.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use JSON::PP;
use Test::More;

my %columns;
my $table = slurp('bizrec/format/columns.hpp');
while ($table =~ /^struct (\w+)Column : ColumnRow<[^>]*ColumnKind::(\w+)> \{(.*?)^\};/msg) {
    my ($struct, $kind, $row) = ($1, $2, $3);
    my $column = $columns{$struct} = { kind => $kind, name => $row =~ /std::string_view name = "(\w+)"/ };
    $column->{fields}     = [($row =~ /\bfields = \{([^}]*)\}/)[0]         =~ /"(\w+)"/g] if $row =~ /\bfields = /;
    $column->{filters}    = [($row =~ /\bfilters = (\{.*?\});/s ? $1 : '') =~ /"(\w+)"/g];
    $column->{since}      = $row =~ /\bsince = (\d+)/ ? $1 : 0;
    @$column{qw(min max)} = $row =~ /max_bound = (?!any_bound)/ ? $row =~ /\bmin = (\d+), max = (\d+)/ : ();
}
cmp_ok(scalar keys %columns, '>=', 9, 'rows of the table');

sub section {
    my ($page, $heading) = @_;
    return slurp($page) =~ /^#+ \Q$heading\E\n(.*?)^#+ /ms ? $1 : '';
}

# The cells of a table's column, one per line. `number`: the column, from 1.
sub cells {
    my ($text, $number) = @_;
    return join "\n", map { (split /\s*\|\s*/)[$number] // '' } $text =~ /^(\|.*)/mg;
}

my $sections = cells(section('docs/index-format.md', 'Sections and chunks'), 2);
my $fields   = cells(section('docs/records.md', 'Fields'), 1);
my $filters  = cells(section('docs/api.md', 'Search fields'), 1);
my $request  = decode_json(slurp('conf/www/openapi.json'))->{components}{schemas}{SearchRequest}{properties};
my $client   = slurp('clients/typescript/src/types.ts') =~ /interface SearchRequest \{(.*?)^\}/ms ? $1 : '';

for my $column (map { $columns{$_} } sort keys %columns) {
    my $name = $column->{name};
    like($sections, qr/^$name$/m, "docs/index-format.md: $name");
    like($fields,   qr/`$_`/,     "docs/records.md: $_") for @{ $column->{fields} // [] };
    for my $filter (@{ $column->{filters} }) {
        like($filters, qr/`$filter`/,   "docs/api.md: $filter");
        like($client,  qr/\b$filter\?/, "types.ts: $filter");
        ok($request->{$filter}, "openapi: $filter") or next;
        is_deeply([@{ $request->{$filter} }{qw(minimum maximum)}], [@$column{qw(min max)}], '... with its bounds')
            if defined $column->{max};
    }
}

# The page says which sections have other numbers in a later format.
my $formats = section('docs/index-format.md', 'Columns of later formats');
like($formats, qr/^\| $_->{since} \| $_->{name}\b/m, "docs/index-format.md: format of $_->{name}") for grep { $_->{since} } values %columns;

done_testing;

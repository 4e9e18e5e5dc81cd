#!/usr/bin/perl
# bizrec/query/reading.hpp has the readings of a search: pages, the description of the API and the clients name these and no
# others. docs/search.md has the same costs as the code.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use JSON::PP;
use Test::More;

my @readings = slurp('bizrec/query/reading.hpp') =~ /ReadingNames\{Reading::\w+, "(\w+)"/g;
cmp_ok(scalar @readings, '>=', 5, 'readings of the table');
my ($as_typed, @others) = @readings;

sub section {
    my ($page, $heading) = @_;
    return slurp($page) =~ /^#+ \Q$heading\E\n(.*?)^#/ms ? $1 : '';
}

# First cells of a table's rows that are names.
sub first_cells { my ($text) = @_; return [$text =~ /^\| `(\w+)` \|/mg] }

is_deeply(first_cells(section('docs/api.md',    'How the words were read')), \@readings, 'docs/api.md');
is_deeply(first_cells(section('docs/search.md', 'How a query is read')),     \@readings, 'docs/search.md');

sub named_in { my ($text) = @_; return [$text =~ /"(\w+)"/g] }
is_deeply(named_in(slurp('clients/python/bizrec/answer.py')  =~ /^READINGS = \(([^)]*)\)/m ? $1 : ''), \@readings, 'the client in Python');
is_deeply(named_in(slurp('clients/typescript/src/answer.ts') =~ /^export const readings = \[([^\]]*)\]/m ? $1 : ''),
    \@readings, 'the client in TypeScript');

my $header  = decode_json(slurp('conf/www/openapi.json'))->{components}{headers}{QueryReading};
my $pattern = $header->{schema}{pattern};
like($as_typed,                     qr/$pattern/, "openapi: $as_typed");
like(qq($_;searched="a b"),         qr/$pattern/, "openapi: $_")       for @others;
like(qq($_;searched="";radius=150), qr/$pattern/, '... with a circle') for @others;
unlike($_, qr/$pattern/, "openapi: not $_") for 'corrected;searched="a"', "$as_typed;searched=\"a\"", $others[0];
is_deeply([grep { $header->{description} !~ /`$_`/ } @readings], [], '... the description explains each');

# ---- no page names a former reading, except the notes on upgrades

my $former = qr/corrected|joined|split/;
my @old;
for my $page (grep { $_ ne 'docs/install.md' }
    glob 'README.md docs/*.md docs/*.yaml clients/*/*.md clients/*/*/*.py clients/*/*/*.ts conf/www/*.json')
{
    my $text = slurp($page);
    push @old, "$page: $1" while $text =~ /($former;searched|[`"]$former[`"])/g;
}
is_deeply(\@old, [], 'no page names a former reading');

# ---- costs

my %cost = map { /^\s*(?:static )?constexpr (?:double|float) (\w+) = ([\d.]+)F?;/mg }
    map { slurp($_) } qw(bizrec/decoder/edge.hpp bizrec/text/typing_cost.hpp bizrec/decoder/query_decoder.cpp);
my $edges = section('docs/search.md', 'Edges');
for my $case (
    ['as typed',                                                      0],
    ['spelled: a letter doubled, or one of two; two swapped',         $cost{slip}],
    ['spelled: letters that sound alike',                             $cost{sound}],
    ['spelled: a letter left out; the next key; a vowel for a vowel', $cost{near}],
    ['spelled: any other letter',                                     $cost{edit}],
    ['… in the first letter',                                         "$cost{first} more"],
    ['spelled: a long word of the same consonants',                   "at most $cost{same_consonants}"],
    ['written together',                                              "$cost{joined} for each space"],
    [
        'written apart',
        "$cost{cut}; $cost{further_piece} for each further piece; $cost{short_piece} for each piece of two letters; "
            . "$cost{stop_word_piece} for each stop word; $cost{glued_name} in all between letters and digits"
    ],
    ['the name: its spaces or numbers are written otherwise', $cost{glued_name}],
    ['the number: a word for digits, and ordinals',           $cost{number_word}],
    [
        'taken for a description of the business whose name precedes it',
        "$cost{description} + ln(*N* / records with the word); "
            . "$cost{description_of_category} for the name of a category that has several words"
    ],
    [
        'left out',
        "$cost{left_out} + ln(*N* / records with the word); @{[$cost{left_out} - $cost{left_out_letter}]} less for a letter alone"
    ],
    ['left out, a phrase that describes no record',       $cost{filler}],
    ['spelled, a word of the place that the query names', "$cost{respelled_place} more"],
    ['spelled, a word of the name of a category',         "$cost{respelled_category} more"],
    )
{
    my ($edge, $told) = @$case;
    $told =~ s/(\d)\.0\b/$1/g;
    my ($found) = $edges =~ /^\| \Q$edge\E \|[^|]*\| (.*?) \|$/m;
    is($found // 'no row', $told, "$edge: its cost");
}
my $scopes = section('docs/search.md', 'Places in a query');
my ($after_place) = $scopes =~ /^\| the words before a place that one or two words follow,[^|]*\| (\S+) \+ ln/m;
is($after_place, $cost{description_after_place}, 'words after a place: their cost');
for my $case (
    ['the words after a place at the beginning, inside it',                                                    'place_in_front'],
    ['all words everywhere, though the last ones name a place',                                                'place_as_words'],
    ['all words everywhere, though the query ends with a preposition and a place',                             'place_after_preposition'],
    ['the words before a place at the end, if they are the name of a record that says no city and no state',   'place_unsaid'],
    ["the words before a place at the end, everywhere, if they are a record's name, or do not meet by chance", 'place_left_out'],
    )
{
    my ($scope, $name) = @$case;
    my ($found) = $scopes =~ /^\| \Q$scope\E \| (.*?) \|$/m;
    is($found // 'no row', $cost{$name}, "$scope: its cost");
}
like(section('docs/search.md', 'The score of a reading'), qr/\( \Q$cost{for_nothing}\E \+ ln\( N/, 'a word that was typed for nothing');

done_testing();

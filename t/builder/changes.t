# changes: the same changes of each record from two indexes and from a delta.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Digest::SHA qw(sha256);
use JSON::PP;
use Test::More;
use Bizrec::Builder   qw(binary build_ok folder record run slurp spew uuid);
use Bizrec::Published qw(generation_of);

binary();
my $json   = JSON::PP->new->utf8->canonical;
my $folder = folder();
my %night  = (
    old => [map { record($_, phone => "+1 214 555 000$_", opening_hours => { mon => 9, tue => 9 }) } 1 .. 9],
    new => [
        map { record($_, phone => $_ == 3 ? '+1 214 555 9999' : "+1 214 555 000$_", opening_hours => { mon => 9, tue => $_ > 6 ? 10 : 9 }) }
            1,
        3 .. 10
    ]
);
build_ok('-o', "$folder/$_.mdb", spew("$folder/in.jsonl", join '', @{ $night{$_} })) for qw(old new);
is run('delta', '--quiet', '-o', "$folder/delta", "$folder/old.mdb", "$folder/new.mdb")->{code}, 0, 'a delta';
my @ways = (['two indexes', "$folder/old.mdb", "$folder/new.mdb"], ['a delta', "$folder/delta"]);

sub changes {
    my $result = run('changes', @_);
    is $result->{code}, 0, "changes @_" or diag $result->{err};
    return $result->{out};
}

for my $way (@ways) {
    my ($what, @files) = @$way;
    subtest $what => sub {
        is changes(@files),
            join('',
            map { "$_\n" } '- ' . uuid(2),
            '~ ' . uuid(3) . '  /phone',
            (map { '~ ' . uuid($_) . '  /opening_hours/tue' } 7 .. 9),
            '+ ' . uuid(10),
            '1 added, 1 removed, 4 changed'),
            'for people';
        my $all = $json->decode(changes('--json', @files));
        is_deeply [@{$all}{qw(since until cursor more)}],
            [generation_of("$folder/old.mdb"), generation_of("$folder/new.mdb"), undef, JSON::PP::false],
            'between which, and that it is all';
        is_deeply $all->{data}[0],  { id => uuid(2), kind => 'removed' },                       'removed';
        is_deeply $all->{data}[1],  { id => uuid(3), kind => 'changed', fields => ['/phone'] }, 'changed';
        is_deeply $all->{data}[-1], { id => uuid(10), kind => 'added' },                        'added';
        my ($cursor, @pages);
        do {
            my $page = $json->decode(changes('--json', '--limit', 2, defined $cursor ? ('--cursor', $cursor) : (), @files));
            push @pages, @{ $page->{data} };
            $cursor = $page->{cursor};
            is $page->{more}, defined $cursor ? JSON::PP::true : JSON::PP::false, 'more comes with a cursor';
        } while (defined $cursor);
        is_deeply \@pages, $all->{data}, 'page by page it is the same';
        my $with = $json->decode(changes('--json', '--content', @files))->{data};
        is_deeply $with->[1]{content}, $json->decode($night{new}[1]), 'the record as it is now';
        ok !exists $with->[0]{content}, 'a removed one has none';
        my $some = sub {
            return $json->decode(changes('--json', @_, @files))->{data};
        };
        is_deeply $some->('--id', uuid(8), '--id',     uuid(2)), [@{ $all->{data} }[0, 3]], 'of two records';
        is_deeply $some->('--id', uuid(8), '--cursor', uuid(8)), [],                        'none after the cursor';
        is_deeply $some->('--fields', '/phone'), [@{ $all->{data} }[0, 1, -1]], 'of a field';
        is_deeply $json->decode(changes('--json', '--fields', '/phone', '--limit', 3, @files))->{more}, JSON::PP::false,
            'what a filter leaves out is no more to come';
    };
}
is $json->decode(changes('--json', "$folder/old.mdb", "$folder/old.mdb"))->{more}, JSON::PP::false, 'an index and itself';

# The digest is right, but the header announces one record more than the body has. A reader notices only at the end of the body.
my $damaged = slurp("$folder/delta") =~ s/"added":1\b/"added":2/r;
substr $damaged, -40, 32, sha256(substr $damaged, 0, -144);
spew("$folder/damaged", $damaged);
for my $limit ([], ['--limit', 2]) {
    my $told = run('changes', @$limit, "$folder/damaged");
    is $told->{code}, 1, "a damaged delta is refused: @$limit";
    like $told->{err}, qr/is a damaged delta/, '... by name';
}
like run('changes', "$folder/old.mdb")->{err}, qr/is no delta/, 'one index alone is refused';
for my $wrong (
    [qr/--cursor: expected the cursor of an answer, an id; got "x"/, '--cursor',  'x'],
    [qr/--id: expected the id of a record; got "7"/,                 '--id',      '7'],
    [qr/--fields: expected a JSON Pointer such as/,                  '--fields',  'phone'],
    [qr/--city and --root-domain need both indexes/,                 '--country', 'US'],
    [qr/--country/,                                                  '--city',    'Paris',   "$folder/old.mdb"],
    [qr/country: unknown country "Nowhere"/,                         '--country', 'Nowhere', "$folder/old.mdb"],
    )
{
    my ($words, @arguments) = @$wrong;
    my $told = run('changes', @arguments, @arguments > 2 ? "$folder/new.mdb" : "$folder/delta");
    is $told->{code}, 2, "usage: @arguments[0, 1]";
    like $told->{err}, $words, '... and the message says why';
}

done_testing;

# The readings of a search over HTTP: each reading of bizrec/query/reading.hpp with its header, and another reading that is
# nearly as likely. Circles about a place, strict searches, and walks over the pages of each reading. A search without right
# rows has no rows.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use Bizrec::Credits;
use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my %id;    # by the record's name
my @records;

sub business {
    my ($name, %of) = @_;
    push @records, { store_id => uuid(1 + @records), business_name => $name, country => 'US', %of };
    push @{ $id{$name} }, $records[-1]{store_id};
    return;
}

my %dallas  = (city => 'Dallas',  state => 'TX', zip_code => '75201', latitude => 32.787, longitude => -96.799);
my %irving  = (city => 'Irving',  state => 'TX', zip_code => '75061', latitude => 32.814, longitude => -96.949);
my %houston = (city => 'Houston', state => 'TX', zip_code => '77002', latitude => 29.756, longitude => -95.366);
business('Golden Anchor',    business_categories => ['Coffee Shop'], %dallas)  for 1 .. 9;
business('Golden Anchor',    business_categories => ['Coffee Shop'], %houston) for 1 .. 6;
business('Starbucks',        business_categories => ['Coffee Shop'], %houston) for 1 .. 8;
business("Harbor Dental $_", business_categories => ['Dentist'],     %dallas)  for 1 .. 4;
business("Irving Smiles $_", business_categories => ['Dentist'],     %irving)  for 1 .. 3;
business("Bayou Dental $_",  business_categories => ['Dentist'],     %houston) for 1 .. 5;
business('Maple Grove',      business_categories => ['Bakery'],      %houston) for 1 .. 5;
business('Maple Grave',      business_categories => ['Florist'],     %dallas)  for 1 .. 4;
business('Kroger',           business_categories => ['Grocery'],     %houston) for 1 .. 12;
business('Krieger',          business_categories => ['Lawyer'],      %dallas)  for 1 .. 2;
business('7-Eleven',         business_categories => ['Convenience'], %dallas)  for 1 .. 5;
business('Dock8',            business_categories => ['Marina'],      %houston) for 1 .. 3;
business("Filler $_",        business_categories => ['Hardware'],    %houston) for 1 .. 30;

my $server = Bizrec::Server->new(
    http => 'server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access $http_x_api_key;
        bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=test sync=50ms;
        bizrec_price 1;
        location = /ids { bizrec_search_only_ids; }
        location = /full { bizrec_search; }
    }',
);
Bizrec::Credits->new($server)->grant('team', '100000', 'first');
build_index($server->prefix . '/index.mdb', @records);
$server->start;

my $path = '/ids';

sub ask {
    my ($fields, @headers) = @_;
    return post($server, $path, JSON::PP->new->utf8->encode({ limit => 1000, %$fields }), { 'X-API-Key' => 'team', @headers });
}

sub ids_of {
    my ($reply) = @_;
    return [map { $_->{id} } @{ $reply->{json} }];
}

my %seen;    # readings

sub reading_of {
    my ($reply) = @_;
    my $value = $reply->{headers}{'x-query-reading'} // 'none';
    $seen{$1} = 1 if $value =~ /^(\w+)/;
    return $value;
}

sub sorted { return [sort @_] }

my @anchors  = @{ $id{'Golden Anchor'} };
my @dentists = map { @{ $id{$_} } } grep { /Dental|Smiles/ } sort keys %id;
my @around   = map { @{ $id{$_} } } grep { /Harbor|Smiles/ } sort keys %id;

# --- the rows, and the header

for my $each ('/ids', '/full') {
    $path = $each;
    for my $case (
        ['golden anchor',                    'all_words',                                 \@anchors],
        ['coffee shop in Houston',           'in_place;searched="coffee shop houston"',   [@anchors[9 .. 14], @{ $id{Starbucks} }]],
        ['goldn anchor',                     'decoded;searched="golden anchor"',          \@anchors],
        ['golden ancohr',                    'decoded;searched="golden anchor"',          \@anchors],
        ['goldenanchor',                     'decoded;searched="golden anchor"',          \@anchors],
        ['star bucks',                       'decoded;searched="starbuck"',               $id{Starbucks}],
        ['best golden anchor',               'decoded;searched="golden anchor"',          \@anchors],
        ['golden anchor near me',            'all_words',                                 \@anchors],
        ['golden anchor open now',           'decoded;searched="golden anchor"',          \@anchors],
        ['goldn anchor Dallas',              'decoded;searched="golden anchor dalla"',    [@anchors[0 .. 8]]],
        ['goldn anchor in Dallas',           'decoded;searched="golden anchor dalla"',    [@anchors[0 .. 8]]],
        ['goldn anchor in Dallas TX',        'decoded;searched="golden anchor dalla tx"', [@anchors[0 .. 8]]],
        ['Goldn Anchor - Dallas, TX - Yelp', 'decoded;searched="golden anchor dalla tx"', [@anchors[0 .. 8]]],
        ['kriegr in Dallas TX',              'decoded;searched="krieger dalla tx"',       $id{Krieger}],
        ['Dallas goldn anchor',              'decoded;searched="dalla golden anchor"',    [@anchors[0 .. 8]]],
        ['krogger',                          'decoded;searched="kroger"',                 $id{Kroger}],
        ['krieger',                          'all_words',                                 $id{Krieger}],
        ['seven eleven',                     'decoded;searched="7 eleven"',               $id{'7-Eleven'}],
        ['dock8',                            'all_words',                                 $id{Dock8}],
        ['dock4',                            'all_words',                                 []],
        ['dentist near 75201',               'in_place;searched="dentist";radius=15000',  \@around],
        ['dentist near Dallas',              'in_place;searched="dentist";radius=15000',  \@around],
        ['dentist near 75201 TX',            'in_place;searched="dentist";radius=15000',  \@around],
        )
    {
        my ($query, $reading, $ids) = @$case;
        my $reply = ask({ query => $query });
        is(reading_of($reply), $reading, "$path $query: the reading");
        is_deeply(sorted(@{ ids_of($reply) }), sorted(@$ids), '... and its rows') or diag scalar @{ ids_of($reply) };
        is($reply->{headers}{'x-credits-charged'}, scalar @$ids, '... which are charged');
    }
}
$path = '/ids';

my $circle = ask({ query => 'dentist near 75201', location => { city => 'Houston' } });
unlike(reading_of($circle), qr/radius/, 'a request with a location has no circle of its own');
$circle = ask({ query => 'bakery near 75201' });
unlike(reading_of($circle), qr/radius/, 'nor has a request whose circle would be empty');

my $most = ask({ query => 'golden anchor coffee walmart' });
like(reading_of($most), qr/^(?:most|any)_words?;searched="/, 'a word too much');
is_deeply(sorted(@{ ids_of($most) }[0 .. $#anchors]), sorted(@anchors), '... the records of all others come first');
my $some = ask({ query => 'starbucks dentist hardware florist walmart quixotry' });
is(reading_of($some), 'any_word;searched="starbuck dentist hardware florist"', 'a text that no reading explains: any of its words');

# --- another reading that is nearly as likely

my $maple = ask({ query => 'maple grve' });
is(reading_of($maple), 'decoded;searched="maple grove"', 'the likelier of two readings answers');
is_deeply(sorted(@{ ids_of($maple) }), sorted(@{ $id{'Maple Grove'} }), '... with its rows alone');
is($maple->{headers}{'x-query-also'},      '"maple grave"', '... and names the other');
is($maple->{headers}{'x-credits-charged'}, 5,               '... which costs nothing');
my $other = ask({ query => $maple->{headers}{'x-query-also'} =~ tr/"//dr });
is_deeply(sorted(@{ ids_of($other) }), sorted(@{ $id{'Maple Grave'} }), '... whose words find its rows');
is(ask({ query => $_ })->{headers}{'x-query-also'}, undef, "no other reading: $_")
    for 'golden anchor', 'goldn anchor', 'krieger', 'zzyzzyva', '';
is(ask({ query => 'maple grve' }, Prefer => 'handling=strict')->{headers}{'x-query-also'}, undef, '... nor of a strict request');
my $price = ask({ query => 'maple grve' }, Prefer => 'return=minimal');
like($price->{content}, qr/"rows":5,"total_count":5,/, 'its price is that of its rows');

# --- text that looks like operators

is(ask({ query => 'golden anchor -dallas' })->{headers}{'x-words-ignored'}, '-dallas', 'a sign before a word is named');
is(ask({ query => 'golden anchor' })->{headers}{'x-words-ignored'},         undef,     '... and no header if there is none');

# --- no rows rather than wrong ones

for my $query ('zzyzzyva', 'quixotry zzyzzyva', 'walmart', 'walmart dentist', '!?') {
    my $reply = ask({ query => $query });
    is_deeply($reply->{json}, [], "$query: no row");
    is(reading_of($reply),                     'all_words', '... none of another reading');
    is($reply->{headers}{'x-query-also'},      undef,       '... no other words');
    is($reply->{headers}{'x-credits-charged'}, 0,           '... and no charge');
}

# --- strict: as typed, or no rows

for my $case (
    ['golden anchor',          15],
    ['anchor golden',          15],
    ['golden anchor dallas',   9],
    ['goldn anchor',           0],
    ['goldenanchor',           0],
    ['star bucks',             0],
    ['best golden anchor',     0],
    ['golden anchor walmart',  0],
    ['dentist near 75201',     4],
    ['dentist near Irving',    3],
    ['coffee shop in Houston', 14],
    )
{
    my ($query, $rows) = @$case;
    my $reply = ask({ query => $query }, Prefer => 'handling=strict');
    is(scalar @{ $reply->{json} },        $rows,       "strict: $query");
    is(reading_of($reply),                'all_words', '... as typed');
    is($reply->{headers}{'x-query-also'}, undef,       '... no other words');
}

# --- pages

for my $query (
    'golden anchor',
    'coffee shop in Houston',
    'goldn anchor', 'star bucks',
    'goldn anchor Dallas',
    'dentist near 75201',
    'best dentist',
    'golden anchor coffee walmart',
    'starbucks dentist hardware florist walmart quixotry'
    )
{
    my $whole = ask({ query => $query, estimate_total => JSON::PP::true });
    my @all   = map { $_->{id} } @{ $whole->{json}{data} };
    my ($cursor, @walked, %readings);
    for (1 .. @all) {
        my $page = ask({ query => $query, limit => 3, $cursor ? (cursor => $cursor) : () });
        last if !@{ $page->{json} };
        $readings{ reading_of($page) } = 1;
        push @walked, @{ ids_of($page) };
        $cursor = $page->{json}[-1]{cursor};
    }
    is_deeply(\@walked,         \@all,                "$query: pages walk over all rows, once and in order");
    is_deeply([keys %readings], [reading_of($whole)], '... in one reading');
    is($whole->{json}{total_count}, scalar @all, '... and their number is known before');
}

my @table = slurp('bizrec/query/reading.hpp') =~ /ReadingNames\{Reading::\w+, "(\w+)"/g;
is_deeply(sorted(keys %seen), sorted(@table), 'every reading was met');

$server->stop;
Bizrec::Server::finish_all();
done_testing();

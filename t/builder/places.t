# Places by any of their names, in filters and at the end of queries; records without a place.
#
# lane: gate
use strict;
use warnings;
use utf8;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp uuid build_ok);

binary();
binmode $_, ':encoding(UTF-8)' for Test::More->builder->output, Test::More->builder->failure_output;

my %id;    # by the record's name

sub business {
    my ($name, $category, @place) = @_;
    $id{$name} = uuid(1 + keys %id);
    return encode_json({ store_id => $id{$name}, business_name => $name, business_categories => [$category], @place }) . "\n";
}

sub at { my ($latitude, $longitude, @place) = @_; return (latitude => $latitude, longitude => $longitude, @place) }

my @munich = at(48.137, 11.575,  country => 'DE', city  => 'München');
my @york   = at(40.713, -74.006, country => 'US', state => 'NY', city => 'New York');
my @lines  = (
    business('Haidhof',          'Brewery', @munich),
    business('Isarhof',          'Museum',  @munich),
    business('Munich Haus',      'Brewery', at(39.1, -84.5, country => 'US', state => 'OH', city => 'Cincinnati')),
    business('Hudson Hall',      'Museum',  @york),
    business('NYC Deli Museum',  'Museum',  at(41.88,  -87.63,   country => 'US', state => 'IL',  city => 'Chicago')),
    business('Old Bay',          'Museum',  at(34.052, -118.244, country => 'US', state => 'CA',  city => 'Los Angeles')),
    business('Bayou House',      'Museum',  at(30.45,  -91.15,   country => 'US', state => 'LA',  city => 'Baton Rouge')),
    business('Connecticut Mill', 'Museum',  at(41.76,  -72.67,   country => 'US', state => 'CT',  city => 'Hartford')),
    business('Mohawk Mill',      'Museum',  at(43.07,  -75.28,   country => 'US', state => 'NY',  city => 'New Hartford')),
    business('Fox Tap',          'Brewery', at(44.45,  -88.06,   country => 'US', state => 'WI',  city => 'De Pere')),
    business('Arch Tap',         'Brewery', at(38.6,   -90.43,   country => 'US', state => 'MO',  city => 'Des Peres')),
    business('Nijo',             'Museum',  at(35.01,  135.75,   country => 'JP', state => '京都府', city => '京都市中京区')),
    business('Riverside',        'Library', at(48.14,  11.58)),
    business('Townless',         'Library', at(40.72,  -74.0, country => 'US')),
    business('Placeless',        'Library', website_url => 'https://placeless.fr/'),
    business('Nowhere',          'Library', website_url => 'https://nowhere.io/'),
    business('Dialled',  'Library', website_url => 'https://dialled.com/', business_phones => ['020 7946 0000', '+61 (2) 5550 1234']),
    business('Atlantis', 'Library', at(0.5, -30)),
    business('Oak Bank',                   'Bank',    at(33.04, -85.03,  country => 'US', state => 'GA', city => 'Lagrange')),
    business('Elm Bank',                   'Bank',    at(41.8,  -87.87,  country => 'US', state => 'IL', city => 'La Grange')),
    business("Ray's Market",               'Shop',    at(33.43, -111.94, country => 'US', state => 'AZ', city => 'Tempe')),
    business('Ray Farmers Market',         'Shop',    at(48.34, -103.16, country => 'US', state => 'ND', city => 'Ray')),
    business('Indiana County Fair',        'Fair',    at(40.62, -79.15,  country => 'US', state => 'PA', city => 'Indiana')),
    business('Wabash County Fair Grounds', 'Fair',    at(40.8,  -85.83,  country => 'US', state => 'IN', city => 'Wabash')),
    business('Larue Springs Gallery',      'Gallery', at(47.6,  -114.67, country => 'US', state => 'MT', city => 'Hot Springs')),
    business('Gallery of Springs',         'Gallery', at(34.5,  -93.06,  country => 'US', state => 'AR', city => 'Hot Springs')),
);
my $folder = folder();
my $input  = spew("$folder/in.jsonl", join '', @lines);
my $json   = decode_json(build_ok('-o', "$folder/index", $input)->{out});
is($json->{inferred_countries}, 3, 'three countries are inferred: of a position, of a domain and of a telephone number');
is($json->{inferred_cities},    2, 'two cities are inferred');

sub found {
    my ($index, $body) = @_;
    my $result = run('search', "$folder/$index", encode_json($body));
    return "no answer: $result->{err}" if $result->{code};
    my %name = reverse %id;
    return join ', ', map { $name{ $_->{id} } } @{ decode_json($result->{out}) };
}

sub query  { my ($query,    @more)     = @_; return found('index', { query => $query,    @more }) }
sub within { my ($category, %location) = @_; return found('index', { query => $category, location => [\%location] }) }

is(within('brewery', country => 'DE', city => $_), 'Haidhof', "a filter knows Munich as $_")
    for 'München', 'Munich', 'MONACO', 'Мюнхен', 'ミュンヘン';
is(within('museum', city    => $_),   'Hudson Hall', "a filter knows New York as $_") for 'New York', 'NYC', 'Nueva York';
is(within('museum', city    => 'LA'), 'Old Bay',     'LA is the city');
is(within('museum', country => 'JP', city => $_), 'Nijo', "a ward is found by its city: $_") for '京都', '京都市', 'Kyoto';

is(query('brewery Munich'),               'Haidhof, Munich Haus',          'a record named like the place comes below those in it');
is(query('brewery in Munich'),            'Haidhof, Munich Haus',          'also after a preposition');
is(query('Munich Haus'),                  'Munich Haus',                   'a whole name is no place');
is(query('brewry Munich'),                'Haidhof',                       'a mistyped word before the name is looked for inside');
is(query('brewry in Munich', limit => 1), 'Haidhof',                       'also after a preposition');
is(query('Munch Haus'),                   'Munich Haus',                   '... but not where its words are a whole name then');
is(query('museum NYC'),                   'Hudson Hall, NYC Deli Museum',  'a short name; a literal match is not hidden');
is(query('museum in L.A.'),               'Old Bay, Bayou House',          'L.A. is Los Angeles');
is(query('museum in LA'),                 'Old Bay, Bayou House',          'LA is Los Angeles');
is(query('museum Hartford'),              'Connecticut Mill, Mohawk Mill', 'Hartford comes before New Hartford');
is(query('museum in New Hartford'),       'Mohawk Mill',                   'New Hartford is not Hartford');
is(query('brewery De Pere'),              'Fox Tap, Arch Tap',             'De Pere is not Des Peres');
is(query('museum in New York'),           'Hudson Hall, Mohawk Mill',      'a state, its town of the same name first');
is(query('museum in Germany'),            'Isarhof',                       'a country');
is(query('Museum bei München'),           'Isarhof',                       'a preposition of another language');
like(query('museum in or'), qr/Hall/, 'a word is no code of a state');

is(query('bank la grange'),               'Elm Bank, Oak Bank',                              'a city written as it was typed comes first');
is(query('bank Lagrange'),                'Oak Bank',                                        'the one word finds its own');
is(query('ray market ray'),               "Ray Farmers Market, Ray's Market",                'a name typed twice is a place, too');
is(query('county indiana fair, indiana'), 'Indiana County Fair, Wabash County Fair Grounds', 'a name of a city and a state');
is(query('springs gallery of hot springs'), 'Gallery of Springs, Larue Springs Gallery',
    'function words tell the records of a place apart');
like(
    run('explain', "$folder/index", '--body', '{"query":"bank la grange"}')->{out},
    qr/\nhas the words of "la grange" as typed: \+\d+\n/,
    'explain names the words'
);

my @names_of_munich = ('Мюнхен', 'near Monaco di Baviera', 'ミュンヘン');
is(query($_),           'Haidhof, Isarhof, Riverside', "a place alone that no record writes so: $_") for @names_of_munich;
is(query('Nueva York'), 'Hudson Hall, Townless',       'a place of two words that no record writes so');
is(query('munich'),     'Munich Haus',                 'a word of a record stays a word');
is(query('Germany'),    'Haidhof, Isarhof',            'the names of a country are words of its records');
like(
    run('search', "$folder/index", '{"query":"Nueva York"}')->{err},
    qr/^X-Query-Reading: in_place;searched=""$/m,
    '... for no word was searched for'
);
like(
    run('explain', "$folder/index", '--body', '{"query":"Nueva York"}')->{out},
    qr/"Nueva York": \+1048576\n.*: \+1\nevidence 1048577,/s,
    '... and the sum is that of a request without words'
);
is(query('zz'), '', 'two small letters are no code');

my $first = query('brewery Munich', limit => 1);
my $row   = decode_json(run('search', "$folder/index", '{"query":"brewery Munich","limit":1}')->{out})->[0];
is($first,                                                        'Haidhof',     'a page ends between the place and the rest');
is(query('brewery Munich', limit => 1, cursor => $row->{cursor}), 'Munich Haus', 'and the next page goes on after it');

sub first_of { return decode_json(run('search', "$folder/index", encode_json({ limit => 1, @_ }))->{out})->[0] }
my $corrected = first_of(query => 'brewry Munich');
is(query('brewry Munich', limit => 1, cursor => $corrected->{cursor}), '', 'a decoded query has no rows elsewhere');
is($corrected->{match_score}, $row->{match_score},                         '... and its scores are those of the word that was meant');
like(
    run('search', "$folder/index", '{"query":"brewry Munich"}')->{err},
    qr/^X-Query-Reading: decoded;searched="brewery munich"$/m,
    '... which the answer names'
);
is(query('brewry Munich', location => [{ country => 'US' }]), 'Munich Haus', 'a filter leaves the rest');

is(within('library', country => 'DE'),                              'Riverside', 'a record with a position alone: by its country');
is(within('library', country => 'DE', city => 'Munich'),            'Riverside', 'by its city');
is(within('library', country => 'DE', lat => 48.14, long => 11.57), 'Riverside', 'by a circle');
is(within('library', city => 'New York'),                           'Townless',  'a record without a city');
is(within('library', country => 'FR'),                              'Placeless', 'a record with a domain alone');
is(within('library', country => 'AU'),                              'Dialled',   'a record with a telephone number alone');
is(query('library Munich'),                                         'Riverside', 'queries find them too');
my $inferred = qr/its country or city was inferred from its position: city "M\S+nchen", country "DE"/;
like(
    run('explain', "$folder/index", '--body', '{"query":"library Munich"}')->{out},
    qr/reading: words as typed, and a place\n.*"Munich": \+524288\n$inferred\n/s,
    'explain names the reading and what was inferred'
);
like(
    run('explain', "$folder/index", '--body', '{"query":"library","location":[{"country":"FR"}]}')->{out},
    qr/\nits country or city was inferred from its domain or its telephone number: country "FR"\n/,
    '... of a domain'
);
like(
    run('explain', "$folder/index", '--body', '{"query":"museum NYC"}')->{out},
    qr/\nquery read as "museum"\n(?:likeliest: .*\nnothing of it: .*\n)?stands in "NYC": \+1048576\nits city is "New York"\n/,
    'explain names the city of another name'
);

build_ok('-o', "$folder/plain", '--no-infer-places', $input);
is(found('plain', { query => 'library', location => [{ country => 'DE' }] }), '', '--no-infer-places leaves them as they are');

my @runs = map { "$folder/run$_" } 1, 2;
build_ok('-o', $runs[$_ - 1], '--shard', "$_/2", $input) for 1, 2;
my $merged = run('merge', '-o', "$folder/merged", '--quiet', @runs);
is($merged->{code}, 0, 'runs merge') or diag $merged->{err};
ok(slurp("$folder/merged") eq slurp("$folder/index"), 'into the same bytes');
my $plain = run('merge', '-o', "$folder/merged.plain", '--quiet', '--no-infer-places', @runs);
is($plain->{code}, 0, 'runs merge without inference') or diag $plain->{err};
ok(slurp("$folder/merged.plain") eq slurp("$folder/plain"), 'into the bytes of a build without inference');
like(run('verify', "$folder/index")->{out}, qr/./, 'the index verifies');

# Records with an inferred place may be between those of the adjacent town, which is still one town. Miami in Arizona once came
# before Miami in Florida, because only Florida's last postal code had been counted.
my @miami = map {
    business("Copper Kettle F$_",
        'Kettles', at(25.77 + $_ / 10000, -80.19, country => 'US', state => 'FL', city => 'Miami', zip_code => '33101')),
        business("Copper Kettle G$_",
        'Kettles', at(25.80 + $_ / 10000, -80.25, country => 'US', state => 'FL', city => 'Miami', zip_code => '33166')),
        business("Stray $_", 'Shop', at($_ % 2 ? 25.7712 : 25.7999, $_ % 2 ? -80.19 : -80.249, state => 'FL', city => 'Overtown')),
        business("Copper Kettle A$_", 'Kettles', at(33.39, -110.87, country => 'US', state => 'AZ', city => 'Miami', zip_code => '85539'))
} 1 .. 6;
push @miami,
    business('Copper Kettle A7', 'Kettles', at(33.39, -110.87, country => 'US', state => 'AZ', city => 'Miami', zip_code => '85539'));
build_ok('-o', "$folder/miami", spew("$folder/miami.jsonl", join '', @miami));
for my $query ('kettles miami', 'kettles in miami') {
    my $rows = decode_json(run('query', "$folder/miami", encode_json({ query => $query }))->{out});
    is(
        join(' ', map { $_->{content}{state} } @$rows),
        join(' ', ('FL') x 12, ('AZ') x 7),
        "$query: the largest town first, whatever stands between its records"
    );
}

done_testing;

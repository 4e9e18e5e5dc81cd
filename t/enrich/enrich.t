# POST /api/v1/enrich_company: the records that it finds, and the answer (api.md 2.1 to 2.4 and 4.1, decisions.md 2 to 4).
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Test::More;

my @stores = map { {
    store_id      => uuid(100 + $_),
    brand_id      => uuid(99),
    business_name => 'Big Shop',
    website_url   => "https://www.bigshop.com/stores/$_",
    city          => $_ <= 40 ? 'Oakland' : 'Portland',
    state         => $_ <= 40 ? 'CA'      : 'OR',
    zip_code      => $_ <= 40 ? '94607'   : sprintf('972%02d', $_ - 40),
    country       => 'US',
    latitude      => ($_ <= 40 ? 37.80 : 45.52) + $_ / 1000,
    longitude     => $_ <= 40 ? -122.27 : -122.68,
    num_stores    => 60,
} } 1 .. 60;

my $coffee = {
    store_id            => uuid(1),
    business_name       => "Caf\x{e9} \x{2615} \"Blue\"",
    root_domain         => 'bluecoffee.com',
    website_url         => 'HTTP://WWW.BlueCoffee.com/',
    city                => 'Paris',
    country             => 'FR',
    latitude            => 48.8566,
    longitude           => 2.3522,
    ownership_type      => 'INDEPENDENT',
    business_categories => ['coffee', 'bar'],
    social_media_links  => [{ platform => 'facebook', url => 'https://www.facebook.com/bluecoffeeparis' }],
    extra               => { kept => [1, undef, JSON::PP::true(), { deep => 'yes' }] },
};
my $tea = {
    store_id           => uuid(2),
    business_name      => 'Green Tea',
    website_url        => 'https://greentea.com',
    country            => 'US',
    social_media_links => { instagram => 'https://instagram.com/greentea.shop' },
};

my $server = Bizrec::Server->new(
    http => 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; location = /e { bizrec_enrich_company; } }');
build_index($server->prefix . '/index.mdb', $coffee, $tea, @stores);
$server->start;

sub ask {
    my ($body, $name) = @_;
    my $reply = post($server, '/e', $body);
    is($reply->{status},                    200,                       "$name: 200") or diag($reply->{content});
    is($reply->{headers}{'content-type'},   'application/json',        "$name: JSON");
    is($reply->{headers}{'content-length'}, length($reply->{content}), "$name: Content-Length");
    return $reply->{json};
}

sub ids {
    return [map { $_->{id} } @{ $_[0] }];
}

# --- one row

my $rows = ask({ website => 'bluecoffee.com' }, 'a website');
is(scalar @$rows, 1, 'one row, in a raw array');
my $row = $rows->[0];
is_deeply([sort keys %$row], [qw(content cursor id match_highlights match_score)], 'its fields');
is($row->{id}, uuid(1), 'id');
is_deeply($row->{content},          $coffee,                           'content: the record as it came in');
is_deeply($row->{match_highlights}, ['bluecoffee.com'],                'match_highlights: the matched key');
is_deeply($row->{cursor},           [$row->{match_score}, $row->{id}], 'cursor');
cmp_ok($row->{match_score}, '>', 0, 'match_score');

for my $case (
    ['https://bluecoffee.com',                    1],
    ['http://www.bluecoffee.com:8080/menu?a=b#c', 1],
    ['  //BLUECOFFEE.com  ',                      1],
    ['order.bluecoffee.com',                      1],
    ['hello@bluecoffee.com',                      1],
    ['https://www.facebook.com/BlueCoffeeParis/', 1],
    ['bluecoffee.co',                             0],
    ['https://www.facebook.com/',                 0],
    ['https://bit.ly/3abcdef',                    0],
    )
{
    my ($website, $found) = @$case;
    is_deeply(ids(ask({ website => $website }, "website $website")), $found ? [uuid(1)] : [], "website $website: the rows");
}
is_deeply(ids(ask({ social_media_link => 'facebook.com/bluecoffeeparis' }, 'profile')), [uuid(1)], 'profile: the row');
is_deeply(
    ask({ social_media_link => 'instagram.com/greentea.shop' }, 'profile')->[0]{match_highlights},
    ['instagram:greentea.shop'],
    'a profile is highlighted by its key'
);
is_deeply(ids(ask({ social_media_link => 'https://greentea.com' }, 'website as profile')), [uuid(2)], 'a website given as profile');
is_deeply(ids(ask({ website => '',    social_media_link => 'https://greentea.com' }, 'empty website')), [uuid(2)], '"" is omitted');
is_deeply(ids(ask({ website => undef, social_media_link => 'https://greentea.com' }, 'null website')),  [uuid(2)], 'null is omitted');

$rows = ask({ website => 'greentea.com', social_media_link => 'https://facebook.com/bluecoffeeparis' }, 'both inputs');
is_deeply([sort @{ ids($rows) }], [uuid(1), uuid(2)], 'both inputs: rows that match either');
$rows = ask({ website => 'greentea.com', social_media_link => 'https://instagram.com/greentea.shop' }, 'both, one record');
is_deeply($rows->[0]{match_highlights}, ['greentea.com', 'instagram:greentea.shop'], 'both keys are highlighted');

# --- limit and estimate_total

for my $case (
    ['{"website":"bigshop.com"}',                              50],
    ['{"website":"bigshop.com","limit":0}',                    50],
    ['{"website":"bigshop.com","limit":-1}',                   50],
    ['{"website":"bigshop.com","limit":null}',                 50],
    ['{"website":"bigshop.com","limit":""}',                   50],
    ['{"website":"bigshop.com","limit":1}',                    1],
    ['{"website":"bigshop.com","limit":50}',                   50],
    ['{"website":"bigshop.com","limit":1e1}',                  10],
    ['{"website":"bigshop.com","limit":10.0}',                 10],
    ['{"website":"bigshop.com","limit":-9223372036854775808}', 50],
    )
{
    my ($body, $expected) = @$case;
    $rows = ask($body, $body);
    is(scalar @$rows, $expected, "$body: $expected rows");
    my @sorted = sort { $b->{match_score} <=> $a->{match_score} } @$rows;
    is_deeply([map { $_->{match_score} } @$rows], [map { $_->{match_score} } @sorted], "$body: by score");
}
my $all = ask({ website => 'bigshop.com', limit => 50, estimate_total => JSON::PP::true() }, 'estimate_total');
is_deeply([sort keys %$all], [qw(data total_count)], 'estimate_total: the envelope');
is($all->{total_count}, 60, 'total_count counts all, not the rows');
is_deeply(
    ask({ website => 'bigshop.com', limit => 7 }, 'limit 7'),
    [@{ $all->{data} }[0 .. 6]],
    'a smaller limit gives the first rows of a greater one'
);
is(ref ask({ website => 'bigshop.com', estimate_total => JSON::PP::false() }, 'no estimate'), 'ARRAY', 'false: a raw array');
is_deeply(
    ask({ website => 'nobody.example.net', estimate_total => JSON::PP::true() }, 'nobody'),
    { data => [], total_count => 0 },
    'no match, with envelope'
);
is_deeply(ask({ website => 'nobody.example.net' }, 'nobody'), [], 'no match: an empty array');

# --- the right branch of a chain

is(ask({ website => 'https://bigshop.com/stores/57/', limit => 1 }, 'branch')->[0]{id}, uuid(157), 'the very page of a branch comes first');
is(ask({ website => 'bigshop.com', location => { lat => 45.573, long => -122.68 }, limit => 1 }, 'nearest')->[0]{id},
    uuid(153), 'the nearest branch comes first');

# --- location

sub total {
    my ($location, $name, $website) = @_;
    return ask({ website => $website || 'bigshop.com', location => $location, estimate_total => JSON::PP::true() }, $name)->{total_count};
}
for my $case (
    ['empty object is the US', {},    60],
    ['empty array',            [],    60],
    ['null',                   undef, 60],
    ['country',                { country  => 'us' },                        60],
    ['country alpha-3',        { country  => 'USA' },                       60],
    ['country by name',        { country  => 'united states' },             60],
    ['another country',        { country  => 'FR' },                        0],
    ['state code',             { state    => 'CA' },                        40],
    ['state name',             { state    => 'california' },                40],
    ['state with country',     { state    => 'US-OR' },                     20],
    ['unknown state',          { state    => 'Nowhere' },                   0],
    ['city',                   { city     => 'OAKLAND' },                   40],
    ['city of another state',  { city     => 'Oakland', state => 'OR' },    0],
    ['postal code',            { zip_code => ['97201'] },                   1],
    ['postal codes',           { zip_code => ['97201', '97202', '00000'] }, 2],
    ['one postal code, bare',  { zip_code => '97201' },                     1],
    ['ZIP+4',                  { zip_code => ['97201-1234'] },              1],
    ['empty postal codes',     { zip_code => [] },                          60],
    ['circle',                 { lat => 45.573, long => -122.68, geo_radius => 60 },  1],
    ['circle of the default',  { lat => 45.573, long => -122.68 },                    20],
    ['circle and city',        { lat => 45.573, long => -122.68, city => 'Oakland' }, 0],
    ['two alternatives',       [{ city => 'Oakland' }, { zip_code => ['97201'] }],    41],
    ['overlapping',            [{ city => 'Oakland' }, { state => 'CA' }],            40],
    [
        'all fields',
        { country => 'US', state => 'OR', city => 'Portland', zip_code => ['97213'], lat => 45.573, long => -122.68, geo_radius => 1 }, 1
    ],
    )
{
    my ($name, $location, $expected) = @$case;
    is(total($location, $name), $expected, "$name: $expected records");
}
is(total({ city => 'Paris', country => 'FR' }, 'France',                  'bluecoffee.com'), 1, 'Paris in France');
is(total({ lat  => 48.8566, long => 2.3522 },  'Paris without a country', 'bluecoffee.com'), 0, 'a circle without a country is in the US');

# --- the same request, the same bytes

my $first = post($server, '/e', { website => 'bigshop.com' })->{content};
is(post($server, '/e', { website => 'bigshop.com' })->{content}, $first, 'the same request gives the same bytes') for 1 .. 3;
$server->reload;
is(post($server, '/e', { website => 'bigshop.com' })->{content}, $first, '... after a reload too');

Bizrec::Server::finish_all();
done_testing();

# POST /api/v1/search/only_ids over the bundled brands and a few records of our own: rows, paging, limits, filters, refusals.
#
# lane: gate sanitize user debian13

use strict;
use warnings;
use utf8;
use lib 't/lib';

use Bizrec::Http  qw(post);
use Bizrec::Index qw(builder uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $json   = JSON::PP->new->utf8->canonical;
my $sample = "$Bizrec::Server::repository/t/data/sample/osm_brands.jsonl.gz";
my ($true, $false) = (JSON::PP::true, JSON::PP::false);

my %cafe = (
    business_name => 'Zanzibrook Café',
    city          => 'Lyon',
    country       => 'FR',
    latitude      => 45.76,
    longitude     => 4.84,
    website_url   => 'https://zanzibrook.example'
);
my @own = (
    {
        %cafe,
        store_id             => uuid(1),
        place_id             => 'ChIJ-own-1',
        price_tier           => 2,
        google_reviews_count => 10,
        yelp_reviews_count   => 5,
        google_rating        => 4.5,
        ownership_type       => 'Independent',
        phone                => '+33 1',
        open_date            => '2020-05-17',
        info_refreshed_at    => '2024-01-01T00:00:00Z',
        store_description    => 'roastery'
    },
    {
        %cafe,
        store_id             => uuid(2),
        price_tier           => 4,
        google_reviews_count => 900,
        google_rating        => 3,
        ownership_type       => 'CHAIN',
        num_stores           => 40,
        website_status       => $false,
        open_date            => '2021-01-01',
        store_description    => 'bookshop'
    },
    {
        %cafe,
        store_id    => uuid(3),
        city        => 'Austin',
        state       => 'TX',
        country     => 'US',
        zip_code    => '78701',
        latitude    => 30.27,
        longitude   => -97.74,
        website_url => 'https://other.example'
    },
);
# Thousands of records with equal scores, as a test of cursors.
my @equals = map { { store_id => uuid(10_000 + $_), business_name => 'Quibblestone Deli', country => 'US' } } 1 .. 2500;

my $server = Bizrec::Server->new(
    http => 'client_body_buffer_size 1m; bizrec_search_deadline 0;
    server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; location = /s { bizrec_search_only_ids; } }'
);
$server->write('own.jsonl', join '', map { $json->encode($_) . "\n" } @own, @equals);
my ($exit, $text) = $server->_run(builder(), 'build', '--quiet', '--no-infer-places', '-o', $server->prefix . '/index.mdb',
    $sample, $server->prefix . '/own.jsonl');
is($exit, 0, 'the index is built') or BAIL_OUT($text);
chmod 0644, $server->prefix . '/index.mdb';
$server->start;

open my $lines, '-|', 'gzip', '-dc', $sample or die "$sample: $!\n";
my @brands = map { $json->decode($_) } <$lines>;
my %brand  = map { $_->{store_id} => $_ } @brands;
my $all    = @brands + @own + @equals;

sub ask { my ($body, $headers) = @_; return post($server, '/s', ref $body ? $json->encode($body) : $body, $headers) }

sub rows {
    my (%body) = @_;
    my $reply = ask(\%body);
    is($reply->{status}, 200, 'answered: ' . $json->encode(\%body)) or diag($reply->{content});
    return $reply->{json} || [];
}

sub ids {
    return [map { $_->{id} } @{ rows(@_) }];
}
sub total { return rows(@_, estimate_total => $true, limit => 1)->{total_count} }

sub own {
    return [sort map { hex substr $_, -4 } @{ ids(query => 'zanzibrook', @_) }];
}

# --- rows

my $reply = ask({ query => 'Zanzibrook Lyon', ownership_type => 'independent' });
like(
    $reply->{content},
    qr/\A\[\{"id":"@{[uuid(1)]}","place_id":"ChIJ-own-1","match_score":(\d+),"cursor":\[\1,"@{[uuid(1)]}"\]\}\]\z/,
    'a row, to the byte'
);
is($reply->{headers}{'content-type'},   'application/json',        'JSON');
is($reply->{headers}{'content-length'}, length($reply->{content}), 'its length');
is($reply->{headers}{$_},               undef,                     "no $_") for qw(x-ignored-fields x-applied-defaults preference-applied);
is(rows(query => 'zanzibrook austin')->[0]{place_id}, '',          'no place id: ""');
my $first = rows(query => 'starbucks')->[0];
is($brand{ $first->{id} }{business_name},                              'Starbucks', 'the name itself comes first');
is($brand{ ids(query => 'starbuks', limit => 1)->[0] }{business_name}, 'Starbucks', '... with a typing error too');
is_deeply([sort { $a <=> $b } map { hex substr $_, -4 } @{ ids(query => 'zanzibrook', location => { country => 'FR' }) }],
    [1, 2], 'in France there are two');

my $list = ids(query => 'burger', limit => 1000);
my $page = rows(query => 'burger', limit => 20, estimate_total => $true);
is_deeply([sort keys %$page],                    [qw(data total_count)], 'the envelope');
is_deeply([map { $_->{id} } @{ $page->{data} }], [@$list[0 .. 19]],      '... has the same rows');
is($page->{total_count}, scalar @$list, '... and counts them all');
is(ask({ query => 'zzqqxxzz' })->{content},                          '[]',                          'no match');
is(ask({ query => 'zzqqxxzz', estimate_total => $true })->{content}, '{"data":[],"total_count":0}', '... in the envelope');

# --- limit

is(scalar @{ ids(query => 'quibblestone', @$_) }, 50, 'limit 50: ' . $json->encode([@$_]))
    for [], [limit => 0], [limit => -7], [limit => undef], [limit => 50];
is(scalar @{ $json->decode(ask(qq({"query":"quibblestone","limit":$_->[0]}))->{content}) }, $_->[1], "limit $_->[0]")
    for ['1', 1], ['1e1', 10], ['10.0', 10], ['1000', 1000];

# --- paging

sub walk {
    my ($size, %body) = @_;
    my ($last, @seen) = (undef);
    while (1) {
        my $reply = ask({ %body, limit => $size, $last ? (cursor => $last) : () });
        my $rows  = ref $reply->{json} eq 'ARRAY' ? $reply->{json} : die "page: $reply->{content}\n";
        push @seen, @$rows;
        return \@seen if @$rows < $size;
        $last = $rows->[-1]{cursor};
        die "the walk does not end\n" if @seen > $all;
    }
}
my $whole = walk(1000);
is(scalar @$whole,                                                                     $all, 'without any condition: every record');
is(scalar(keys %{ { map { $_->{id} => 1 } @$whole } }),                                $all, '... once');
is((grep { $whole->[$_]{match_score} > $whole->[$_ - 1]{match_score} } 1 .. $#$whole), 0,    '... scores never rise');

for my $case (
    ['thousands of equals', { query         => 'quibblestone' },                                                 7,  50, 1000],
    ['two words',           { query         => 'auto parts' },                                                   1,  7,  50],
    ['a common word',       { query         => 'supermarket' },                                                  1,  7,  50],
    ['a typing error',      { query         => 'quiblestone' },                                                  50, 1000],
    ['any word',            { query         => 'quibblestone burger zanzibrook supermarket zzqqxxzz xxqqzzxx' }, 50, 1000],
    ['a name',              { store_name    => 'la' },                                                           7,  50],
    ['a tag and a place',   { tags          => ['supermarket'], location => { country => 'DE' } },               1,  7, 50],
    ['a filter alone',      { min_locations => 5 },                                                              50, 1000],
    )
{
    my ($name, $body, @sizes) = @$case;
    my $expected = walk(1000, %$body);
    cmp_ok(scalar @$expected, '>', 5, "$name: " . @$expected . ' rows');
    is(total(%$body), scalar @$expected, '... as total_count says');
    for my $size (@sizes) {
        is_deeply([map { $_->{cursor} } @{ walk($size, %$body) }], [map { $_->{cursor} } @$expected], "... and so in pages of $size");
    }
    is(total(%$body, cursor => $expected->[2]{cursor}), scalar @$expected, '... the total knows no cursor');
}
my $burgers = rows(query => 'burger', limit => 1000);
is_deeply(rows(query => 'burger', limit => 1000, cursor => [$burgers->[0]{match_score} + 0.5, uuid(1)]),
    $burgers, 'a cursor above all scores: all rows');
is_deeply(rows(query => 'burger', cursor => [0, uuid(1)]), [], 'below all: none');
is(ask({ query => 'burger', cursor => [$burgers->[3]{match_score}, 'ffffffff-ffff-4fff-8fff-ffffffffffff'] })->{status},
    200, 'an id that the index has not');

# --- filters

is(total(location => { country => 'JP' }), scalar(grep { ($_->{country} // '') eq 'JP' } @brands), 'a country');
is(
    total(location => [map { { country => $_ } } 'JP', 'France', 'DEU']),
    scalar(grep { ($_->{country} // '') =~ /\A(?:JP|FR|DE)\z/ } @brands) + 2,
    'three countries'
);
is(total(min_locations => 10, max_locations => 20),
    scalar(grep { my $n = $_->{num_stores} // -1; $n >= 10 && $n <= 20 } @brands), 'num_stores');
is_deeply(own(@{ $_->[1] }), $_->[2], "filter: $_->[0]")
    for (
    ['none',                   [],                                                [1, 2, 3]],
    ['city',                   [location => { country => 'FR', city => 'LYON' }], [1, 2]],
    ['postal code',            [location            => { zip_code => '78701-1234' }],                                        [3]],
    ['circle',                 [location            => { country => 'FR', lat => 45.76, long => 4.84, geo_radius => 1000 }], [1, 2]],
    ['one ownership',          [ownership_type      => 'INDEPENDENT'],                                                       [1]],
    ['two',                    [ownership_type      => ['chain', 'Independent']],                                            [1, 2]],
    ['min_price_tier',         [min_price_tier      => 3],                                                                   [2]],
    ['max_price_tier',         [max_price_tier      => 3],                                                                   [1]],
    ['min_total_reviews',      [min_total_reviews   => 15],                                                                  [1, 2]],
    ['max_total_reviews',      [max_total_reviews   => 15],                                                                  [1]],
    ['min_overall_rating',     [min_overall_rating  => 4.5],                                                                 [1]],
    ['max_overall_rating',     [max_overall_rating  => 4.4],                                                                 [2]],
    ['has_valid_website',      [has_valid_website   => $false, min_locations => 1],                                          [2]],
    ['has_contact_info',       [has_contact_info    => $true],                                                               [1]],
    ['open_date_after',        [open_date_after     => '2020-06-01'],                                                        [2]],
    ['open_date_before',       [open_date_before    => '2020-05-17'],                                                        [1]],
    ['info_updated_before',    [info_updated_before => '2024-01-01T00:00:00Z'],                                              [1]],
    ['exclude_keywords',       [exclude_keywords => ['bookshop']],                                               [1, 3]],
    ['all words of a keyword', [exclude_keywords => ['bookshop austin', 'zanzibrook austin']],                   [1, 2]],
    ['include_root_domains',   [include_root_domains => ['https://www.zanzibrook.example/x', 'nobody.example']], [1, 2]],
    ['exclude_root_domains',   [exclude_root_domains => ['https://www.zanzibrook.example/x']],                   [3]],
    ['several at once',        [max_price_tier => 3, ownership_type => 'INDEPENDENT', has_website => $true],     [1]],
    );
is(ids(query => 'zanzibrook', include_keywords => [$_->[0]])->[0], uuid($_->[1]), "include_keywords: $_->[0] first")
    for ['bookshop', 2], ['roastery', 1], ['austin', 3];

# --- headers

$reply = ask({ query => 'zanzibrook', frobnicate => 1, location => { lon => 2 } });
is_deeply(
    [$reply->{status}, @{ $reply->{headers} }{qw(x-ignored-fields x-applied-defaults)}],
    [200, 'frobnicate, location.lon', 'location[0].country=US'],
    'what was ignored and assumed'
);
$reply = ask({ query => 'x', frobnicate => 1 }, { Prefer => 'handling=strict' });
is_deeply([$reply->{status}, $reply->{json}{field}, $reply->{headers}{'preference-applied'}],
    [422, 'frobnicate', 'handling=strict'], 'strict');

# --- refusals

for my $case (
    [400, undef,                  ''],
    [400, undef,                  '['],
    [400, undef,                  '[]'],
    [400, undef,                  "{\"query\":\"\xFF\"}"],
    [400, undef,                  '{"limit":1e999}'],
    [422, 'limit',                '{"limit":1001}'],
    [422, 'limit',                '{"limit":"10"}'],
    [422, 'limit',                '{"limit":1.5}'],
    [422, 'query',                '{"query":5}'],
    [422, 'query',                '{"query":"' . 'x' x 501 . '"}'],
    [422, 'query',                '{"query":"a\u0000"}'],
    [422, 'query',                '{"query":"a","query":"b"}'],
    [422, 'store_name',           '{"store_name":["a"]}'],
    [422, 'estimate_total',       '{"estimate_total":1}'],
    [422, 'cursor',               '{"cursor":[]}'],
    [422, 'cursor',               '{"cursor":"x"}'],
    [422, 'cursor',               '{"cursor":[1,"x"]}'],
    [422, 'cursor',               '{"cursor":[-1,"' . uuid(1) . '"]}'],
    [422, 'cursor',               '{"cursor":["1","' . uuid(1) . '"]}'],
    [422, 'cursor',               '{"cursor":[1,"' . uuid(1) . '",2]}'],
    [422, 'ownership_type',       '{"ownership_type":"BIG"}'],
    [422, 'min_locations',        '{"min_locations":-1}'],
    [422, 'min_locations',        '{"min_locations":5,"max_locations":4}'],
    [422, 'min_price_tier',       '{"min_price_tier":5}'],
    [422, 'min_overall_rating',   '{"min_overall_rating":5.1}'],
    [422, 'has_website',          '{"has_website":"yes"}'],
    [422, 'open_date_after',      '{"open_date_after":"2020-13-01"}'],
    [422, 'tags',                 $json->encode({ tags                 => [('a') x 101] })],
    [422, 'include_keywords',     $json->encode({ include_keywords     => [('a') x 65] })],
    [422, 'include_root_domains', $json->encode({ include_root_domains => [('a.com') x 1_001] })],
    [422, 'exclude_root_domains', $json->encode({ exclude_root_domains => [('a.com') x 10_001] })],
    [422, 'location[0].lat',      '{"location":{"lat":91,"long":0}}'],
    [422, 'location[1].country',  '{"location":[{},{"country":"Atlantis"}]}'],
    )
{
    my ($status, $field, $body) = @$case;
    $reply = ask($body);
    my $name = length $body > 60 ? substr($body, 0, 60) . '…' : $body;
    is_deeply([$reply->{status}, $reply->{json}{field}], [$status, $field], "$status: " . $name =~ s/[^ -~]/?/gr)
        or diag($reply->{content});
    is($reply->{json}{code}, $status == 400 ? 'invalid_json' : 'invalid_field', '... with its code');
}
like(ask('{"limit":1001}')->{json}{error},           qr/maximum limit is 1000\b/,                 'the greatest limit is named');
like(ask('{"ownership_type":"BIG"}')->{json}{error}, qr/INDEPENDENT, FAMILY, FRANCHISE or CHAIN/, 'the four kinds are named');

# --- large and strange

my $domains = $json->encode(
    { query => 'zanzibrook', exclude_root_domains => [map { "https://www.domain-number-$_.example/" . 'x' x 40 } 1 .. 10_000] });
is_deeply([map { hex substr $_->{id}, -4 } sort { $a->{id} cmp $b->{id} } @{ ask($domains)->{json} }], [1, 2, 3], 'ten thousand domains');
is(ask($domains . ' ' x ((1 << 20) - length $domains))->{status}, 200, 'a body of 1 MiB');
$reply = ask($domains . ' ' x ((1 << 20) + 1 - length $domains));
is_deeply([$reply->{status}, $reply->{json}{code}], [413, 'body_too_large'], '... and a byte more');
for my $query (
    'a' x 500,
    join(' ', ('a') x 250),
    join(' ', 'a' .. 'zz'),
    'the of and',
    '☕🍣',
    '!!! ???',
    'кафе קפה 카페 咖啡 café',
    "\x{3099}" x 500,
    'ﷺ' x 500,
    '%$#@' x 100
    )
{
    $reply = ask($json->encode({ query => substr($query, 0, 500), estimate_total => $true }));
    is($reply->{status}, 200, 'answered: ' . substr($query, 0, 12) =~ s/[^ -~]/?/gr) or diag($reply->{content});
}

Bizrec::Server::finish_all();
done_testing();

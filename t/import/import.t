# import: each format, from its source to the input of build, and on to the answer. The samples are invented businesses; DuckDB
# wrote those of Overture and Foursquare (t/data/import/README.md).
#
# lane: gate sanitize user debian13
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(folder run spew slurp build_ok);
use Bizrec::Imports qw(derived import_ok);

my $data = "$Bizrec::Builder::repository/t/data/import";
my $json = JSON::PP->new->utf8->canonical->allow_bignum;

sub rejects {
    my ($path) = @_;
    return [map { s/^\Q$data\E\///r } split /\n/, slurp($path)];
}

# The rows of an answer from an index of these records.
sub ask {
    my ($records, $body) = @_;
    my $folder = folder();
    build_ok('-o', "$folder/index", spew("$folder/in.jsonl", join '', map { $json->encode($_) . "\n" } @$records));
    return $json->decode(run('query', "$folder/index", $json->encode($body))->{out});
}

subtest 'alltheplaces' => sub {
    my $folder  = folder();
    my $result  = import_ok('alltheplaces', '--rejects', "$folder/rejects", "$data/atp_harbor_beans.geojson", "$data/atp_output.ndgeojson");
    my $records = $result->{records};
    is_deeply [@{ $result->{summary} }{qw(read written left_out rejected set_aside)}],
        [8, 5, { closed => 1 }, { missing_id => 1, invalid_json => 1 }, { 'country: out_of_range' => 1 }], 'counted';
    my $first = $records->[0];
    is $first->{store_id}, derived('alltheplaces.xyz', 'harbor_beans_us/oak-01'), 'the id: spider and ref';
    is $first->{brand_id}, derived('wikidata.org',     'Q990000001'),             'the brand: the item';
    is_deeply [@$first{qw(source source_ref business_name brand_name website_url street_address city state zip_code country phone)}],
        [
        'alltheplaces', 'harbor_beans_us/oak-01',
        ('Harbor Beans') x 2,
        'https://www.harborbeans.example/stores/oakland',
        '1 Broadway', 'Oakland', 'CA', '94607', 'US', '+1 510-555-0101'
        ],
        'fields';
    is_deeply [0 + $first->{latitude}, 0 + $first->{longitude}], [37.8043514, -122.2711639], 'longitude comes first in GeoJSON';
    is_deeply [$first->{business_categories}, $first->{tags}], [['coffee', 'cafe'], ['coffee shop', 'sandwich']], 'labels';
    is_deeply $first->{social_media_links},
        [
        { platform => 'facebook',  url => 'https://www.facebook.com/harborbeansoakland' },
        { platform => 'instagram', url => 'harborbeans' }
        ],
        'profiles';
    is_deeply [@$first{ ('opening_hours', 'nsi_id', 'branch', '@spider', 'brand:wikidata', 'alltheplaces:id') }],
        [
        'Mo-Fr 06:00-18:00; Sa-Su 07:00-18:00', 'harborbeans-0a1b2c',
        'Jack London Square',                   'harbor_beans_us',
        'Q990000001',                           'kQ2vXw0aJmZr1sT4uVbYdEfGhIo='
        ],
        'the rest is kept';
    is $records->[1]{street_address}, '900 NW Everett St', 'a street in one';
    my $canada = $records->[2];
    ok !exists $canada->{country} && !exists $canada->{latitude}, 'no country, no place';
    is $canada->{'alltheplaces:country'}, 'Kanada-West', 'an unknown country is set aside';
    like $result->{out}, qr/"ref:number":40000000000000000000001,/, 'a number of any size as it came';
    my $fuerth = $records->[4];
    is_deeply [@$fuerth{qw(zip_code alltheplaces:state alltheplaces:tags)}, $fuerth->{geometry}{type}],
        ['90762', 'open', 'drive_through', 'LineString'],
        'a number where a text belongs; properties that a record would misread';
    is_deeply rejects("$folder/rejects"),
        [
        'atp_harbor_beans.geojson:5: country: out_of_range: expected an ISO 3166-1 code or the English name of a country, '
            . 'got the string "Kanada-West"; the record is written without it (element 4)',
        'atp_output.ndgeojson:3: properties.ref: missing_id: expected the properties ref and @spider, or an id of the feature',
        'atp_output.ndgeojson:4: -: invalid_json: expected one JSON object: a line break in a string'
        ],
        'rejects';
    is scalar(@{ import_ok('alltheplaces', '--keep-closed', "$data/atp_harbor_beans.geojson")->{records} }), 4, '--keep-closed';

    my $rows = ask($records, { website => 'harborbeans.example', location => { city => 'Portland', state => 'OR' } });
    is_deeply [map { $_->{content}{source_ref} } @$rows], ['harbor_beans_us/pdx-07'], 'the branch by its place';
    $rows = ask($records,
        { website => 'www.harborbeans.example/stores/oakland', location => { lat => 37.80, long => -122.27, geo_radius => 2000 } });
    is $rows->[0]{content}{source_ref}, 'harbor_beans_us/oak-01', 'the branch by its circle';
    $rows = ask($records, { social_media_link => 'instagram.com/harborbeans' });
    is_deeply [map { $_->{content}{source_ref} } @$rows], ['harbor_beans_us/oak-01'], 'the branch by its profile';
};

subtest 'overture' => sub {
    my $result  = import_ok('overture', "$data/overture.json");
    my $records = $result->{records};
    is_deeply [@{ $result->{summary} }{qw(read written left_out rejected set_aside)}], [5, 4, { closed => 1 }, {}, {}], 'counted';
    my $first = $records->[0];
    is $first->{store_id}, '3a1f0c52-9b7e-4d21-8c44-5e0f6a7b1c01', 'a GERS id is a UUID';
    is $first->{brand_id}, derived('wikidata.org', 'Q990000001'),  'the brand as of every source';
    is_deeply [
        @$first{qw(source source_ref business_name brand_name website_url street_address city state zip_code country info_refreshed_at)}
        ],
        [
        'overture',     $first->{store_id}, 'Harbor Beans Jack London Square',
        'Harbor Beans', 'https://www.harborbeans.example/stores/oakland',
        '1 Broadway',   'Oakland', 'CA', '94607', 'US', '2026-04-11T00:00:00.000Z'
        ],
        'fields';
    is_deeply [0 + $first->{latitude}, 0 + $first->{longitude}], [37.8043514, -122.2711639], 'the geometry, not its box';
    is_deeply $first->{business_categories}, ['coffee shop', 'bakery', 'cafe'], 'categories and taxonomy, each once';
    is_deeply [@$first{qw(social_media_links business_emails business_phones)}],
        [['https://www.facebook.com/harborbeansoakland'], ['oakland@harborbeans.example'], ['+15105550101']], 'contacts';
    is_deeply [grep { exists $first->{$_} } qw(id names geometry bbox websites socials addresses)], [], 'nothing twice';
    is scalar(@{ $first->{sources} }),       2, 'the rest is kept';
    is scalar(@{ $records->[1]{websites} }), 2, 'several websites stay';
    my $ramen = $records->[2];
    is $ramen->{store_id}, derived('overturemaps.org', '08f2a56d4a2b3c10037a9d5e1f604c21'), 'an older id';
    is_deeply $ramen->{alternate_names}, ['Kaku Ramen "Sapporo"', "\x{67b6}\x{7a7a}\x{3089}\x{30fc}\x{3081}\x{3093}"],
        'other names are found by a search';
    is_deeply [@{ $records->[3] }{qw(country city)}, scalar @{ $records->[3]{addresses} }], ['GB', undef, 2],
        'the first address; several stay';
    my $closed = import_ok('overture', '--keep-closed', "$data/overture.json")->{records};
    is_deeply [map { $_->{operating_status} } grep { ($_->{operating_status} // '') =~ /closed/ } @$closed],
        [qw(temporarily_closed permanently_closed)], '--keep-closed';
    my $blob = import_ok('overture', "$data/overture_blob.json")->{records}[0];
    cmp_ok abs($blob->{latitude} - 37.8043514) + abs($blob->{longitude} + 122.2711639), '<', 1e-6, 'a geometry that DuckDB took for bytes';

    my %old = (id => 'x1', names => { primary => 'Old' }, bbox => { minx => 1.5, maxx => 1.5, miny => 2.5, maxy => 2.5 });
    my $old = import_ok('overture', spew(folder() . '/old.json', $json->encode([\%old])))->{records}[0];
    is_deeply [0 + $old->{latitude}, 0 + $old->{longitude}], [2.5, 1.5], 'the box, if there is no geometry';

    my $rows = ask($records, { website => 'harborbeans.example', location => { state => 'Oregon' } });
    is_deeply [map { $_->{id} } @$rows], ['3a1f0c52-9b7e-4d21-8c44-5e0f6a7b1c02'], 'the branch by its place';
};

subtest 'foursquare' => sub {
    my $result  = import_ok('foursquare', "$data/foursquare.json");
    my $records = $result->{records};
    is_deeply [@{ $result->{summary} }{qw(read written left_out rejected set_aside)}], [4, 3, { closed => 1 }, {}, {}], 'counted';
    my $first = $records->[0];
    is $first->{store_id}, derived('foursquare.com', '4b00000000000000000000a1'), 'the id';
    is_deeply [
        @$first{
            qw(source source_ref business_name website_url street_address city state zip_code country phone store_emails info_refreshed_at)}
        ],
        [
        'foursquare', '4b00000000000000000000a1', 'Harbor Beans', 'https://www.harborbeans.example/stores/oakland',
        '1 Broadway', 'Oakland', 'CA', '94607', 'US', '(510) 555-0101',
        'oakland@harborbeans.example', '2026-02-14'
        ],
        'fields';
    is_deeply $first->{business_categories}, ['Coffee Shop'], 'the last level of a category';
    is $first->{fsq_category_labels}[0], 'Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop', 'the whole category stays, too';
    is_deeply $records->[2]{unresolved_flags}, ['duplicate'], 'the rest is kept';
    is scalar(@{ import_ok('foursquare', '--keep-closed', "$data/foursquare.json")->{records} }), 4, '--keep-closed';
    my $rows = ask($records, { website => 'https://harborbeans.example', location => { city => 'Oakland', state => 'CA' } });
    is_deeply [map { $_->{content}{source_ref} } @$rows], ['4b00000000000000000000a1'], 'the branch by its place';
    $rows = ask($records, { social_media_link => 'https://instagram.com/epicerie.exemple', location => { country => 'CA' } });
    is_deeply [map { $_->{content}{source_ref} } @$rows], ['4b00000000000000000000a4'], 'the branch by its profile';
};

subtest 'csv' => sub {
    my $folder  = folder();
    my @mapped  = ('csv', '--mapping', "$data/shops.map", '--namespace', 'zurprobe.example');
    my $result  = import_ok(@mapped, '--rejects', "$folder/rejects", "$data/shops.csv");
    my $records = $result->{records};
    is_deeply [@{ $result->{summary} }{qw(read written left_out rejected set_aside)}],
        [6, 4, {}, { missing_id => 1, wrong_cell_count => 1 }, { 'latitude: out_of_range' => 1, 'open_date: malformed' => 1 }],
        'counted';
    is_deeply $records->[0],
        {
        store_id            => derived('zurprobe.example', 'A-1'),
        source_ref          => 'A-1',
        source              => 'shops.csv',
        business_name       => "Caf\x{e9} \"Zur Probe\"",
        website_url         => 'www.zurprobe.example',
        street_address      => "Hauptstra\x{df}e 7",
        city                => 'Wien',
        zip_code            => '1010',
        country             => 'AT',
        latitude            => 48.2082,
        longitude           => 16.3738,
        business_categories => ["caf\x{e9}", 'bakery'],
        open_date           => '2019-05-01',
        seats               => 40,
        delivers            => JSON::PP::true,
        Manager             => 'M. Muster',
        social_media_links => [{ platform => 'facebook', url => 'facebook.com/zurprobe' }, { platform => 'instagram', url => '@zurprobe' }],
        },
        'a row as the mapping says';
    is $records->[1]{business_name}, "Zur Probe\nam Naschmarkt", 'a line break in a cell';
    is_deeply [@{ $records->[1] }{qw(csv:open_date seats)}, $records->[1]{delivers} ? 1 : 0], ['2021-02-30', '-', 0],
        'no such day; no number, and none needed';
    is_deeply rejects("$folder/rejects"),
        [
        'shops.csv:3: open_date: malformed: expected a date (2024-05-31) or date-time (2024-05-31T18:30:00Z), '
            . 'got the string "2021-02-30"; the record is written without it',
        'shops.csv:5: latitude: out_of_range: expected a number from -90 to 90, got the number 147.07; the record is written without it',
        'shops.csv:6: store_id: missing_id: the id is empty',
        'shops.csv:7: -: wrong_cell_count: expected 17 cells as the header has, got 4'
        ],
        'rejects by the line where a row begins';
    my $rows = ask($records, { website => 'zurprobe.example', location => { country => 'AT', city => 'wien', zip_code => ['1060'] } });
    is_deeply [map { $_->{content}{source_ref} } @$rows], ['A-2'], 'the branch by its place';

    (my $other = slurp("$data/shops.csv")) =~ s/\n/\r\n/g;
    my $crlf = import_ok(@mapped, spew("$folder/crlf.csv", "\xEF\xBB\xBF$other"));
    is $crlf->{out}, $result->{out} =~ s/Probe\\nam/Probe\\r\\nam/r, 'CRLF and a byte order mark';
    my $own = import_ok(
        'csv',
        '--delimiter',
        ';',
        spew(
            "$folder/own.csv",
            "ID;Business_Name;Lat;lng;tags;num_stores;website_status;Note\n"
                . "0b9f1f3e-5f0a-4c57-9d2e-1f6f0c1a7b11;Own names;+45.50;-73,5;a;3;Yes;n;\n"
                . "0B9F1F3E-5F0A-4C57-9D2E-1F6F0C1A7B12;Own names;045.5;-73.5;a;3;Yes;n\n"
        )
    );
    is_deeply $own->{records},
        [{
        store_id       => '0b9f1f3e-5f0a-4c57-9d2e-1f6f0c1a7b12',
        business_name  => 'Own names',
        lat            => 45.5,
        lng            => -73.5,
        tags           => ['a'],
        num_stores     => 3,
        website_status => JSON::PP::true,
        Note           => 'n'
        }],
        'columns named like fields need no mapping';
};

subtest 'json' => sub {
    my $folder = folder();
    my $map    = spew("$folder/map", "no = store_id\nname.en = business_name\naddresses[0].city = city\nfax = fax\ncountry := US\n");
    my @shops  = (
        '{"no":7,"name":{"en":"Joe"},"addresses":[{"city":"Austin"}],"website_url":"joes.com"}',
        '{"no":8,"name":{"en":"Ann"},"addresses":[{"city":"Reno"}]}'
    );
    my @json    = ('json', '--mapping', $map, '--namespace', 'shops.example');
    my $result  = import_ok(@json, spew("$folder/lines", join "\n", @shops));
    my $records = $result->{records};
    is_deeply [@{ $records->[0] }{qw(store_id source_ref business_name city country website_url)}],
        [derived('shops.example', '7'), 7, 'Joe', 'Austin', 'US', 'joes.com'], 'paths, own names, a constant';
    is_deeply $records->[0]{addresses},          [{ city => 'Austin' }], 'what was taken in part is kept as a whole';
    is_deeply $result->{summary}{in_no_element}, ['fax'],                'a path that no element has is named';
    is_deeply [grep { /^source/ } map { $_->{name} } @{ $result->{summary}{unread_fields} }], [],
        'build reads every field that import writes';
    is ask($records, { website => 'joes.com' })->[0]{content}{city}, 'Austin', 'built and found';
    my $list = '[' . join(',', @shops) . ']';
    is import_ok(@json, spew("$folder/array", $list))->{out}, $result->{out}, 'an array';
    is import_ok(@json, '--list', 'results', spew("$folder/list", qq({"page":1,"results":$list})))->{out}, $result->{out}, '--list';
    my $features = join ',', map { qq({"type":"Feature","properties":$_,"geometry":null}) } @shops;
    is import_ok(@json, spew("$folder/geojson", qq({"type":"FeatureCollection","name":"x","features":[$features]})))->{out},
        $result->{out}, 'GeoJSON';
    my $said = run('import', @json, '--quiet', '-o', "$folder/out", '--rejects', '-', spew("$folder/none", "{}\n$shops[0]\n"));
    like $said->{out}, qr/\A\Q$folder\E\/none:1: store_id: missing_id: .*\n\z/, '--rejects - is standard output';
    my $both = run('import', @json, '--rejects', '-', "$folder/none");
    is $both->{code}, 1, '... but not together with the records';
    like $both->{err}, qr/the records and the rejects both go to standard output/, '... and the message says so';
    my $build =
        run('build', '--quiet', '-o', "$folder/index", '--rejects', '-', spew("$folder/own", qq({"id":"7","business_name":"Joe"}\n)));
    like $build->{out}, qr/:1: id: malformed: .*; `lmdb_builder import json FILE` makes UUIDs/, 'build names the way for other ids';

    for my $bad (['a..b = city', qr/"a\.\.b": expected a name before each/], ['a.b = -', qr/only a member of the object itself/]) {
        my $refused = run('import', 'json', '--mapping', spew("$folder/bad", "$bad->[0]\n"), "$folder/lines");
        is $refused->{code}, 1, "refused: $bad->[0]";
        like $refused->{err}, $bad->[1], '... with the reason';
    }
};

subtest 'records' => sub {
    my $folder = folder();
    my $result = import_ok('records', '--rejects', "$folder/rejects", "$data/answers.json");
    is_deeply [@{ $result->{summary} }{qw(read written rejected)}], [6, 4, { no_content => 1, missing_id => 1 }], 'counted';
    my @lines = split /\n/, $result->{out};
    is $lines[0],
        '{"store_id":"7d3f2c10-4c55-4b8e-9a63-0d5be9f0a001","business_name":"Harbor Beans","website_url":"https://www.harborbeans.example",'
        . '"city":"Oakland","state":"CA","country":"US","weight":1.50,"note":"caf\u00e9"}', 'the content of a row, byte by byte';
    is $result->{records}[1]{store_id}, '7d3f2c10-4c55-4b8e-9a63-0d5be9f0a002', 'the id of the row, where the content has none';
    is $lines[3], '{"store_id":"7d3f2c10-4c55-4b8e-9a63-0d5be9f0a005","business_name":"Bare record","tags":["x"],"data":[1,2]}',
        'a record as it is';
    build_ok('-o', "$folder/index", spew("$folder/in.jsonl", $result->{out}));
    my $answer = run('query', "$folder/index", '{"website":"harborbeans.example","estimate_total":true}');
    my $again  = import_ok('records', spew("$folder/answer.json", $answer->{out}));
    is_deeply [sort map { $_->{store_id} } @{ $again->{records} }], [map { "7d3f2c10-4c55-4b8e-9a63-0d5be9f0a00$_" } 1, 2],
        'what the service answers';
    is join("\n", sort(split /\n/, $again->{out})), join("\n", @lines[0, 1]), 'is what went in';
};

done_testing;

# import: from other sources to the input of build, and on to the answer. The samples are invented businesses; DuckDB wrote
# those of Overture and Foursquare (t/data/import/README.md).
#
# needs: data
# lane: gate sanitize user debian13
use strict;
use warnings;
use lib 't/lib';
use Encode                 ();
use Digest::SHA            qw(sha1);
use IO::Compress::Gzip     qw(gzip);
use IO::Uncompress::Gunzip qw(gunzip);
use JSON::PP;
use Test::More;
use Bizrec::Wait    qw(comes_true);
use Bizrec::Builder qw(binary folder run spew slurp entries build_ok summary);

my $binary = binary();

my $data = "$Bizrec::Builder::repository/t/data/import";
my $json = JSON::PP->new->utf8->canonical->allow_bignum;

# RFC 9562 section 5.5, independently of the program.
sub uuid5 {
    my ($namespace, $name) = @_;
    my $bytes = substr sha1(pack('H*', $namespace =~ s/-//gr) . $name), 0, 16;
    vec($bytes, 6, 8) = vec($bytes, 6, 8) & 0x0f | 0x50;
    vec($bytes, 8, 8) = vec($bytes, 8, 8) & 0x3f | 0x80;
    return join '-', unpack('H8 H4 H4 H4 H12', $bytes);
}

sub derived { my ($domain, $name) = @_; return uuid5(uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', $domain), $name) }

# import(format, arguments...) -> {code, err, records, summary}
sub import_ok {
    my $result = run('import', @_, '--json');
    is $result->{code}, 0, "import @_" or diag $result->{err};
    $result->{records} = [map { $json->decode($_) } split /\n/, $result->{out}];
    $result->{summary} = $json->decode($result->{err});
    return $result;
}

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

subtest 'one line, packed, from standard input' => sub {
    my $folder = folder();
    my $text   = slurp("$data/atp_harbor_beans.geojson");
    my $plain  = import_ok('alltheplaces', "$data/atp_harbor_beans.geojson");
    (my $line = $text) =~ s/\n//g;
    is import_ok('alltheplaces', spew("$folder/line.geojson", $line))->{out}, $plain->{out}, 'a collection on one line';
    my $pretty = JSON::PP->new->utf8->pretty->allow_bignum->encode($json->decode($text));
    is scalar(@{ import_ok('alltheplaces', spew("$folder/pretty.geojson", $pretty))->{records} }), 3, 'on many lines';
    gzip \$text => "$folder/a.geojson.gz" or die;
    is import_ok('alltheplaces', "$folder/a.geojson.gz")->{out}, $plain->{out}, 'gzip';
    my $piped = run({ stdin => "\xEF\xBB\xBF$text" }, 'import', 'alltheplaces', '--quiet', '-');
    is $piped->{out}, $plain->{out}, 'standard input, with a byte order mark';
    is $piped->{err}, '',            '--quiet';
    spew("$folder/cut.geojson.gz", substr(slurp("$folder/a.geojson.gz"), 0, 600));
    my $broken = run('import', 'alltheplaces', '-o', "$folder/cut.jsonl", "$folder/cut.geojson.gz");
    is $broken->{code}, 1, 'a file that is cut off fails the import';
    like $broken->{err}, qr/gzip data end early.*--allow-truncated takes what came before/, '... and is named';
    ok !-e "$folder/cut.jsonl", '... without an output';
    my $cut = import_ok('alltheplaces', '--allow-truncated', '--rejects', "$folder/rejects", "$folder/cut.geojson.gz",
        "$data/atp_harbor_beans.geojson");
    is_deeply $cut->{summary}{rejected}, { damaged_input => 1 }, 'a damaged file is counted as a reject';
    is scalar(grep { $_->{source_ref} =~ /oak/ } @{ $cut->{records} }), 2, 'what came before the damage, and the next file';
    like slurp("$folder/rejects"), qr/^\Q$folder\E\/cut.geojson.gz:\d+: -: damaged_input: /, 'named';
    my $half = import_ok('alltheplaces', '--rejects', "$folder/rejects", spew("$folder/half.geojson", substr($text, 0, 2500)));
    is_deeply $half->{summary}{rejected}, { invalid_json => 1 }, 'a collection that was cut off';
    like slurp("$folder/rejects"), qr/the input is cut off/, 'named';
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

subtest 'output, strict, refusals' => sub {
    my $folder  = folder();
    my $written = run('import', 'overture', '-o', "$folder/out.jsonl", "$data/overture.json");
    is $written->{code}, 0,  '-o';
    is $written->{out},  '', 'nothing on standard output';
    like $written->{err}, qr/^businesses read     5\nrecords written     4\nleft out            1\n  1  closed\n/,
        'the summary on standard error';
    my $good   = slurp("$folder/out.jsonl");
    my $strict = run('import', 'csv', '--strict', '--mapping', "$data/shops.map", '-o', "$folder/out.jsonl", "$data/shops.csv");
    is $strict->{code}, 1, '--strict';
    like $strict->{err}, qr/^lmdb_builder: --strict: \Q$data\E\/shops.csv:6: store_id: missing_id: /, 'names the reject';
    is slurp("$folder/out.jsonl"), $good, 'the output is as it was';
    is_deeply entries($folder), ['out.jsonl'], 'no temporary file is left';

    my @refused = (
        [[qw(overture -o), "$folder/out.jsonl", "$folder/out.jsonl"], qr/is both an input and the output/],
        [['overture', '--rejects', "$folder/out.jsonl", "$folder/out.jsonl"], qr/is both an input and the output/],
        [
            ['csv', '--rejects', spew("$folder/d.map", '# mine'), '--mapping', "$folder/d.map", "$data/shops.csv"],
            qr/is both an input and the output/
        ],
        [[qw(overture -o), "$folder/new", '--rejects', "$folder/./new", "$data/overture.json"], qr/two outputs are the same file/],
        [['overture', "$data/overture.json", "$folder/missing.json"], qr/cannot read ".*missing\.json": No such file/],
        [['overture', $folder],                                       qr/is a directory/],
        [['overture', "$data/shops.csv"],                             qr/no record could be made of .*is this the right format\?/],
        [['csv', "$data/shops.csv"],                                  qr/no column gives the id: map one to store_id/],
        [
            ['csv', '--delimiter', ',', spew("$folder/semicolon.csv", "store_id;business_name\n1;A\n")],
            qr/the header is one cell, "store_id;business_name", and holds a semicolon: give --delimiter ';'$/
        ],
        [['csv', spew("$folder/twice.csv", "id,x,x\n")], qr/names the column "x" twice/],
        [['csv', spew("$folder/empty.csv", '')],         qr/expected a header line/],
        [
            ['overture', spew("$folder/utf16", "\xFF\xFEi\0d\0\n\0")],
            qr/utf16: is UTF-16 text; convert it first, as with `iconv -f UTF-16 -t UTF-8`$/
        ],
        [['csv', '--encoding', 'latin-nine', "$data/shops.csv"], qr/unknown encoding "latin-nine"/],
        [
            ['csv', '--max-rejects', '1', spew("$folder/many.csv", "id,business_name\n1,A\n,B\n,C\n")],
            qr/2 of 3 were refused, more than --max-rejects 1 allows/
        ],
        [
            ['csv', spew("$folder/most.csv", "id,business_name\n" . "1,A\n" x 5 . ",B\n" x 10)],
            qr/10 of 15 were refused, more than --max-rejects \(10% unless given\) allows/
        ],
        [
            ['csv', '--mapping', spew("$folder/a.map", "Nothing = city\n"), "$data/shops.csv"],
            qr/the column "Nothing", which the header does not have\. It has: Shop no, Shop name,/
        ],
        [
            ['csv', '--mapping', spew("$folder/b.map", "# c\n\nSeats = seats as numbers\n"), "$data/shops.csv"],
            qr/b\.map:3: expected a type after "as"/
        ],
        [
            ['csv', '--mapping', spew("$folder/c.map", "Seats\n"), "$data/shops.csv"],
            qr/c\.map:1: expected "COLUMN = FIELD" or "FIELD := VALUE": Seats/
        ],
        [['records', '-o', "$folder/no/such/folder", "$data/answers.json"], qr/cannot write the output ".*folder": No such file/],
    );

    for (@refused) {
        my ($arguments, $message) = @$_;
        my $result = run('import', @$arguments);
        is_deeply [$result->{code}, $result->{err} =~ $message ? 1 : 0], [1, 1], "import @$arguments" or diag $result->{err};
    }
    is slurp("$folder/out.jsonl") . slurp("$folder/d.map"), "$good# mine", 'what is read is as it was';
    is run('import', @$_)->{code}, 2, "usage: import @$_"
        for [], ['nosuch'], ['csv'], ['csv', '--delimiter', ';;', "$data/shops.csv"],
        ['csv', '--mapping', '/nonexistent', "$data/shops.csv"], ['records', '--keep-closed', "$data/answers.json"];
    like run('import', '--help')->{out}, qr/alltheplaces \*\.geojson \| lmdb_builder build/, 'help teaches';
    like run('import', 'csv', '--help')->{out}, qr/Tags         = tags as list by \|/, 'help of a format, too';
};

subtest 'interrupted, and two at once' => sub {
    my $folder = folder();
    my $out    = spew("$folder/out.jsonl", 'before');
    for my $signal (qw(TERM INT HUP KILL)) {
        pipe my $read, my $write or die;
        my $child = fork // die;
        if ($child == 0) {
            close $write;
            open STDIN, '<&', $read or die;
            $SIG{$_} = 'DEFAULT' for qw(INT HUP TERM);
            exec $binary, 'import', 'records', '--quiet', '-o', $out, '-' or die;
        }
        close $read;
        comes_true(sub { -e "$out.importing" });
        if ($signal eq 'TERM') {
            my $second = run('import', 'records', '-o', $out, "$data/answers.json");
            is $second->{code}, 1, 'a second import is refused';
            like $second->{err}, qr/another import is writing "\Q$out\E" just now/, 'the message says why';
            ok -e "$out.importing", 'the first goes on';
        }
        kill $signal, $child;
        waitpid $child, 0;
        isnt $? & 127,  0,        "SIG$signal ends it";
        is slurp($out), 'before', 'the output is as it was';
        is_deeply entries($folder), ['out.jsonl', $signal eq 'KILL' ? 'out.jsonl.importing' : ()], 'what is left';
    }
    spew("$out.importing", 'x' x 100_000);
    is run('import', 'records', '-o', $out, "$data/answers.json")->{code}, 0, 'the next one';
    is_deeply entries($folder), ['out.jsonl'], 'sweeps';
    unlike slurp($out), qr/x{9}/, 'the next import begins anew';
};

# One long collection: the memory does not grow with it.
subtest 'a collection of 100 MB on one line' => sub {
    my $folder  = folder();
    my $feature = (split /,?\n/, slurp("$data/atp_harbor_beans.geojson"))[1];
    my $import  = sub {
        my ($count) = @_;
        open my $file, '>:raw', "$folder/in.geojson" or die;
        print $file '{"type":"FeatureCollection","features":[', $feature;
        print $file ',',                                        $feature for 2 .. $count;
        print $file ']}';
        close $file or die;
        my $result  = run('import', 'alltheplaces', '--json', '-o', "$folder/out.jsonl", "$folder/in.geojson");
        my $summary = $json->decode($result->{err});
        is $summary->{written}, $count, "$count features";
        return $summary->{peak_memory_bytes};
    };
    my ($small, $large) = ($import->(1000), $import->(int(100_000_000 / length $feature)));
SKIP: {
        skip 'a sanitizer keeps what is freed', 1 if $ENV{ASAN_OPTIONS};
        cmp_ok $large - $small, '<', 4_000_000, 'in the same memory';
    }
};

# The same records by CSV and directly: the mapped fields are equal.
subtest 'real records through CSV' => sub {
    plan skip_all => 'BIZREC_DATA is unset' unless $ENV{BIZREC_DATA};
    my $folder = folder();
    gunzip "$ENV{BIZREC_DATA}/records/osm_brands.jsonl.gz" => \my $lines or die;
    my @fields = qw(store_id brand_id business_name root_domain website_url country num_stores ownership_type latitude longitude
        business_categories social_media_links);
    my $cell  = sub { my $text = shift // ''; $text =~ s/"/""/g; return $text =~ /[",\r\n]/ ? "\"$text\"" : $text };
    my $plain = JSON::PP->new->canonical->utf8->allow_bignum;
    my (%wanted, @rows);

    for my $line (split /\n/, $lines) {
        my $record = $plain->decode($line);
        my %flat   = %$record;
        next if grep { /;/ || /^ | $/ } @{ $flat{business_categories} || [] };
        my %seen;
        next if grep { $seen{$_}++ } @{ $flat{business_categories} || [] };
        $flat{business_categories} = join ';', @{ $flat{business_categories} } if $flat{business_categories};
        $flat{social_media_links}  = Encode::decode('UTF-8', $plain->encode($flat{social_media_links})) if $flat{social_media_links};
        push @rows, join(',', map { $cell->($flat{$_}) } @fields) . "\r\n";
        $wanted{ $record->{store_id} } = $plain->encode({ map { exists $record->{$_} ? ($_ => $record->{$_}) : () } @fields });
    }
    my $csv    = Encode::encode('UTF-8', join '', join(',', map { ucfirst } @fields) . "\r\n", @rows);
    my $result = run('import', 'csv', '--json', '-o', "$folder/out.jsonl", spew("$folder/in.csv", $csv));
    is $result->{code}, 0, 'imported' or diag $result->{err};
    my $summary = $json->decode($result->{err});
    is_deeply [@$summary{qw(written rejected set_aside)}], [scalar(@rows), {}, {}], 'every row of ' . @rows;
    my $different = 0;
    for my $line (split /\n/, slurp("$folder/out.jsonl")) {
        my $record = $plain->decode($line);
        $different++
            if $plain->encode($record) ne $wanted{ $record->{store_id} } && $different < 3 && diag $line, $wanted{ $record->{store_id} };
    }
    is $different, 0, 'equal, record by record';
    my $direct =
        summary(build_ok('-o', "$folder/direct", spew("$folder/direct.jsonl", join '', map { "$wanted{$_}\n" } sort keys %wanted)));
    my $by_csv = summary(build_ok('-o', "$folder/by_csv", "$folder/out.jsonl"));
    delete @$_{qw(generation index_bytes)} for $direct, $by_csv;
    is_deeply $by_csv, $direct, 'both indexes hold the same';

    gunzip "$ENV{BIZREC_DATA}/gazetteer/us_zips.csv.gz" => "$folder/zips.csv" or die;
    spew("$folder/zips.map", "zip = store_id\nzip = zip_code\n");
    my $zips = run(
        'import',       'csv', '--json',             '--mapping', "$folder/zips.map", '--namespace',
        'zips.example', '-o',  "$folder/zips.jsonl", "$folder/zips.csv"
    );
    is $zips->{code}, 0, 'postal codes' or diag $zips->{err};
    my %places;

    for my $line (split /\n/, slurp("$folder/zips.jsonl")) {
        my $record = $plain->decode($line);
        $places{ $record->{zip_code} } = join ',', map { $record->{$_} // '' } qw(zip_code city state latitude longitude country);
    }
    open my $file, '<:raw', "$folder/zips.csv" or die;
    scalar <$file>;
    my ($rows, $equal) = (0, 0);
    while (my $line = <$file>) {
        $line =~ s/\r?\n//;
        my @cells = $line =~ /\G(?:^|,)("(?:[^"]|"")*"|[^,]*)/g;
        s/^"(.*)"$/$1/ for @cells;
        ++$rows;
        my @wanted = @cells[0 .. 5];
        $_ = 0 + $_ for grep { length } @wanted[3, 4];
        my $got = $places{ $cells[0] } // '';
        my @got = split /,/, $got, -1;
        $_ = 0 + $_ for grep { length } @got[3, 4];
        ++$equal if join(',', @wanted) eq Encode::encode('UTF-8', join(',', @got));
    }
    is $equal, $rows, "$rows rows of an independent reader";
};

done_testing;

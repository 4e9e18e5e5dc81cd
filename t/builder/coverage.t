# The report of build and import about the records: how many have each field, unread fields, unusable websites, and the import
# that reads a file of another format.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp entries uuid record lines build_ok summary);

binary();

my $folder = folder();
my $json   = JSON::PP->new->canonical->utf8;

sub row { return $json->encode({@_}) . "\n" }

subtest 'how many records have each field' => sub {
    my $input = spew(
        "$folder/facts.jsonl",
        join '',
        row(
            store_id      => uuid(1),
            business_name => 'A',
            website_url   => 'https://a.example',
            country       => 'US',
            state         => 'TX',
            city          => 'Austin',
            zip_code      => '78701',
            latitude      => 30.2,
            longitude     => -97.7,
            place_id      => 'ChIJ0123456789abcdefghijklm'
        ),
        row(store_id => uuid(2), business_name => 'B', root_domain => 'b.example', social_media_links => ['https://instagram.com/bbb']),
        row(store_id => uuid(3), website_url   => 'https://www.facebook.com/ccc.shop'),
        row(store_id => uuid(4), business_name => '', website_url => 'nobody@gmail.com', latitude => 1)
    );
    my $summary = summary(build_ok('-o', "$folder/facts", $input));
    is_deeply $summary->{records_with},
        {
        name        => 2,
        website     => 4,
        profile     => 2,
        map_place   => 1,
        country     => 1,
        state       => 1,
        city        => 1,
        postal_code => 1,
        coordinates => 1
        },
        'as JSON';
    is $summary->{fields}{business_name}, 3 - 1, 'an empty name does not count';
    is_deeply [@$summary{qw(unread_fields unread_fields_complete)}], [[], JSON::PP::true], 'every field is read';
    my $text = run('build', '--force', '-o', "$folder/facts", $input)->{out};
    like $text, qr/^\Q$_\E/m, 'as text' for <<'TEXT';
records with
  name              2   50.0 %
  website           4  100.0 %
  profile           2   50.0 %
  map place         1   25.0 %
TEXT
    like $text, qr/^fields not read     0$/m, '... with the fields';
};

subtest 'fields that nothing reads' => sub {
    my $input = spew(
        "$folder/unread.jsonl",
        join '',
        map {
            row(
                store_id     => uuid($_),
                busness_name => "B $_",
                seats        => 4,
                "Zip-Code"   => '78701',
                'Web'        => 'https://a.example',
                ($_ > 5 ? () : (name => 'x')),
                country     => 'US',
                countrycode => 'US',
                ($_ == 1 ? ("bad\nline\e" => 1, brand_name => 'B') : ())
            )
        } 1 .. 10
    );
    my $summary = summary(build_ok('-o', "$folder/unread", $input));
    is_deeply $summary->{unread_fields},
        [
        { name => 'Web',          records => 10, guess => 'website_url' },
        { name => 'Zip-Code',     records => 10, guess => 'zip_code' },
        { name => 'busness_name', records => 10, guess => 'business_name' },
        { name => 'name',         records => 5,  guess => 'business_name' },
        { name => 'countrycode',  records => 10 },
        { name => 'seats',        records => 10 },
        { name => "bad\nline\e",  records => 1 }
        ],
        'with guesses, but not where the field is given already';
    my $text = run('build', '--force', '-o', "$folder/unread", $input)->{out};
    like $text, qr/^\Q$_\E/m, 'as text' for <<'TEXT';
fields not read     7
  10  Web: did you mean website_url?
  10  Zip-Code: did you mean zip_code?
  10  busness_name: did you mean business_name?
   5  name: did you mean business_name?
  10  countrycode
  10  seats
   1  bad\u000aline\u001b
TEXT
    my $threads = summary(build_ok('--force', '--threads', 4, '-o', "$folder/unread", $input));
    is_deeply $threads, $summary, 'the same for every number of threads';
    my $run = summary(build_ok('--shard', '1/1', '-o', "$folder/run", $input));
    is_deeply $run->{unread_fields}, $summary->{unread_fields}, 'a run reports them, too';
    my @shards = map { summary(build_ok('--force', '--shard', "$_/2", '-o', "$folder/run", $input)) } 1, 2;
    is $_->{fields}{store_id} // 0, $_->{read}, 'a shard counts its own records' for @shards;
};

subtest 'names without end' => sub {
    my $input = spew(
        "$folder/names.jsonl",
        join '',
        map {
            my $i = $_;
            row(store_id => uuid($i), business_name => 'N', seats => 1, ('n' x 5000) . $i => 1, map { ("key_${i}_$_" => 1) } 1 .. 50)
        } 1 .. 200
    );
    my $summary = summary(build_ok('-o', "$folder/names", $input));
    cmp_ok scalar(@{ $summary->{unread_fields} }), '<=', 1000, 'at most a thousand names';
    is $summary->{unread_fields_complete}, JSON::PP::false, '... and the summary says that more were left out';
    my ($long, $seats) = map {
        my $name = $_;
        grep { $_->{name} eq $name } @{ $summary->{unread_fields} }
    } 'n' x 128, 'seats';
    is_deeply $seats, { name => 'seats', records => 200 }, 'a frequent name is never lost';
    is $long->{records}, 200, 'long names are counted by their beginning';
    like run('build', '--force', '-o', "$folder/names", $input)->{out},
        qr/^fields not read     more than 1,000\n(?:  .*\n){12}  and 988 more: --json names them$/m, 'as text';
};

subtest 'a failed build names the field that was probably meant' => sub {
    my $input  = spew("$folder/noid.jsonl", join '', map { row(store_uuid => uuid($_), business_name => 'x') } 1 .. 5);
    my $result = run('build', '-o', "$folder/noid", $input);
    is $result->{code}, 1, 'exit status';
    like $result->{err}, qr/no record could be kept of 5 read: .*; nothing reads the field "store_uuid" \(did you mean store_id\?\)$/m,
        'the message';
    my $many = run('build', '--strict', '-o', "$folder/noid", $input);
    like $many->{err}, qr/5 of 5 records were refused.*\(did you mean store_id\?\)$/m, '... with --strict, too';
};

subtest 'import' => sub {
    my $csv = spew("$folder/shops.csv", "store_id,Shop name,Seats,Web,city,empty\na,Alpha,4,https://a.example,Austin,\nb,Beta,,,Austin,\n");
    my $result  = run('import', 'csv', '--json', '-o', "$folder/shops.jsonl", $csv);
    my $summary = decode_json($result->{err});
    is_deeply $summary->{records_with},
        {
        name        => 0,
        website     => 0,
        profile     => 0,
        map_place   => 0,
        country     => 0,
        state       => 0,
        city        => 2,
        postal_code => 0,
        coordinates => 0
        },
        'what the records have';
    is_deeply $summary->{unread_fields},
        [
        { name => 'Shop name', records => 2, guess => 'business_name' },
        { name => 'Web',       records => 1, guess => 'website_url' },
        { name => 'Seats',     records => 1 }
        ],
        'columns without a field, those with cells';
    my $text = run('import', 'csv', '-o', "$folder/shops.jsonl", $csv)->{err};
    like $text, qr/^  city              2  100\.0 %$/m,                                      'as text';
    like $text, qr/^fields not read     3\n  2  Shop name: did you mean business_name\?\n/m, '... with the columns';
    my $mapped =
        run('import', 'csv', '--json', '--mapping', spew("$folder/shops.map", "Shop name = business_name\nWeb = website_url\nSeats = -\n"),
        '-o', "$folder/shops.jsonl", $csv);
    $summary = decode_json($mapped->{err});
    is_deeply [$summary->{records_with}{name}, [map { $_->{name} } @{ $summary->{unread_fields} }]], [2, []],
        'with a mapping: what import itself writes is no such field';
};

subtest '--report: websites of no use' => sub {
    my $input = spew(
        "$folder/web\tsites.jsonl",
        join '',
        row(store_id => uuid(1), website_url => 'https://good.example/'),
        row(store_id => uuid(2), website_url => 'someone@gmail.com'),
        "broken\n",
        row(store_id => uuid(3), website_url => "localhost\e[31m\tx\n"),
        row(store_id => uuid(3), website_url => 'localhost', updated_at => '2024-01-01')
    );
    my $report  = "$folder/report";
    my $summary = summary(build_ok('--report', $report, '-o', "$folder/websites", $input));
    my @rows    = map { [split /\t/] } split /\n/, slurp($report);
    is_deeply shift @rows, [qw(line id website reason)], 'the columns';
    my $shown = "$folder/web\\u0009sites.jsonl";
    is_deeply [map { [@$_[0 .. 2]] } @rows],
        [
        ["$shown:2", uuid(2), 'someone@gmail.com'],
        ["$shown:4", uuid(3), 'localhost\u001b[31m\u0009x\u000a'],
        ["$shown:5", uuid(3), 'localhost']
        ],
        'line, id and value, in the order of the input; nothing steers a terminal';
    is scalar(grep { $_->[3] =~ /\A[a-z].* / } @rows), 3, 'the reason in words' or diag explain \@rows;
    my %told = map { $_ => 1 } keys %{ $summary->{unusable_websites} };
    ok $told{ $_->[3] }, "a reason of the summary: $_->[3]" for $rows[0], $rows[2];
    is $summary->{records_with}{website}, 3, 'they are given all the same';
    my @many    = map { row(store_id => uuid($_), website_url => "localhost$_") } 1 .. 3000;
    my @reports = map {
        build_ok('--force', '--threads', $_, '--report', $report, '-o', "$folder/websites", spew("$folder/many.jsonl", join '', @many));
        slurp($report);
    } 1, 4;
    is $reports[0], $reports[1], 'the same for every number of threads';
    my $same = run('build', '--force', '--report', $input, '-o', "$folder/websites", $input);
    like $same->{err}, qr/is both an input and the output/, '--report over an input is refused';
    my $missing = run('build', '--force', '--report', "$folder/none/report", '-o', "$folder/websites", $input);
    is $missing->{code}, 1, 'a folder that is missing';
    like $missing->{err}, qr/the report of websites/, '... is told';
};

subtest 'a file of another format' => sub {
    my $filler = join '', map { "$_,Shop $_,Austin\n" } 1 .. 5000;
    my %files  = (
        'shops.csv'    => ["id,name,city\n$filler",                   'CSV',           "import csv $folder/shops.csv"],
        'bom.csv'      => ["\x{EF}\x{BB}\x{BF}id,name,city\n$filler", 'CSV',           "import csv $folder/bom.csv"],
        'my shops.tsv' => ["id\tname, and more\n1\tx, y\n",           'CSV with tabs', "import csv --delimiter tab '$folder/my shops.tsv'"],
        'shops.txt'    => ["id;name\n1;\"x;y\"\n", 'CSV with semicolons',              "import csv --delimiter ';' $folder/shops.txt"],
        'atp.geojson'  => [
            qq({"type":"FeatureCollection","features":[\n)
                . join(",\n", map { qq({"type":"Feature","geometry":null,"properties":{"ref":"$_"}}) } 1, 2)
                . "\n]}\n",
            'GeoJSON',
            "import alltheplaces $folder/atp.geojson"
        ],
        'one.geojson' => [qq({"type":"FeatureCollection","features":[]}), 'GeoJSON', "import alltheplaces $folder/one.geojson"],
        'nd.geojson'  =>
            [qq({"type":"Feature","geometry":null,"properties":{"ref":"1"}}\n), 'GeoJSON', "import alltheplaces $folder/nd.geojson"],
        'fsq.json'   => [qq({"fsq_place_id":"4b","name":"x"}\n), 'JSON of Foursquare OS Places', "import foursquare $folder/fsq.json"],
        'array.json' =>
            [qq([\n{"store_id":"${\uuid(1)}"},\n{"store_id":"${\uuid(2)}"}\n]\n), 'a JSON array', "import records $folder/array.json"],
        'pretty.json' =>
            [qq({\n  "store_id": "${\uuid(1)}",\n  "business_name": "x"\n}\n), 'JSON on many lines', "import records $folder/pretty.json"],
    );
    for my $name (sort keys %files) {
        my ($text, $kind, $import) = @{ $files{$name} };
        my $input  = spew("$folder/$name", $text);
        my $result = run('build', '--rejects', "$folder/rejects", '-o', "$folder/other", $input);
        is $result->{code}, 1, "$name: exit status";
        my $command = "lmdb_builder $import | lmdb_builder build -o $folder/other -";
        like $result->{err}, qr/^lmdb_builder: "\Q$input\E" is \Q$kind\E, not JSON Lines; this reads it: \Q$command\E$/m,
            "$name: the command line";
        ok !-e "$folder/other", "$name: no index";
    }
    my $good = spew("$folder/good.jsonl", record(1));
    like run('build', '--force', '-o', "$folder/other", $good, "$folder/shops.csv")->{err}, qr/shops\.csv" is CSV.* build --force -o /,
        'behind a good file';
    like run({ stdin => "id,name\n1,x\n" }, 'build', '-o', "$folder/other", '-')->{err}, qr/standard input is CSV.*import csv - \|/,
        'from standard input';
    my $imported = run('import', 'csv', '-o', "$folder/fixed.jsonl", spew("$folder/ok.csv", "store_id,business_name\na,Alpha\nb,Beta\n"));
    is $imported->{code}, 0, 'what the message says works';

    # A bad line never stops a build, except if all lines are bad and look like a table.
    build_ok('--force', '-o', "$folder/other", spew("$folder/comment.jsonl", "# made by hand, today\n" . record(1)));
    build_ok('--force', '-o', "$folder/other", $good, spew("$folder/bad.jsonl",   "oops\nbroken, line\n"));
    build_ok('--force', '-o', "$folder/other", $good, spew("$folder/empty.jsonl", ''), spew("$folder/blank.jsonl", "\n \n"));
};

done_testing;

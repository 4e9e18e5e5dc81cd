# import: its files. Packed inputs and standard input, the output and the rejects, refusals, interrupted imports, a collection of
# 100 MB, and real records.
#
# needs: data
# lane: gate sanitize user debian13
use strict;
use warnings;
use lib 't/lib';
use Encode                 ();
use IO::Compress::Gzip     qw(gzip);
use IO::Uncompress::Gunzip qw(gunzip);
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp entries build_ok summary);
use Bizrec::Imports qw(import_ok);
use Bizrec::Wait    qw(comes_true);

my $binary = binary();
my $data   = "$Bizrec::Builder::repository/t/data/import";
my $json   = JSON::PP->new->utf8->canonical->allow_bignum;

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

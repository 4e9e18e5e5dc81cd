# publish of an index that has lost records, fields or finds: what it refuses, and what it only says.
#
# needs: root
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder   qw(binary digest folder run slurp spew record);
use Bizrec::Published qw(generation_of ok_publish publish refused sample_index);

my $binary     = binary();
my $json       = JSON::PP->new->utf8;
my $work       = folder();
my @generation = map { sample_index("$work/$_.mdb", $_) } 0 .. 5;

subtest 'an index whose records have lost a field' => sub {
    my $folder = folder();
    my %fields = (business_name => 'Blue Door', website_url => 'https://a.example', latitude => 52.5, longitude => 13.4, country => 'DE');
    my $build  = sub {
        my ($name, %has) = @_;
        my $record_of = sub { record($_[0], business_name => undef, %has, website_url => $has{website_url} && "https://a$_[0].example") };
        my $lines     = join '', map { $record_of->($_) } 20_000 .. 20_020;
        my $built     = run('build', '--force', '--json', '-o', "$work/$name.mdb", spew("$work/of.jsonl", $lines));
        is $built->{code}, 0, "$name is built" or diag $built->{err};
        return $json->decode($built->{out})->{generation};
    };
    my $whole = $build->('whole', %fields);
    ok_publish('all fields', "$work/whole.mdb", $folder);
    my %told = (
        business_name => qr/words of names a record: 2\.00 in the current index, 0\.00 in this one/,
        website_url   => qr/records with a website: 100\.0 % in the current index, 0\.0 % in this one/,
        latitude      => qr/records with coordinates: 100\.0 % in the current index, 0\.0 % in this one/,
        country       => qr/records with a country: 100\.0 % in the current index, 0\.0 % in this one/,
    );
    for my $field (sort keys %told) {
        my %less = %fields;
        delete @less{ $field eq 'latitude' || $field eq 'country' ? qw(latitude longitude country) : $field };
        %less = (%less, country => 'DE') if $field eq 'latitude';
        $build->("without-$field", %less);
        refused(
            "without $field",
            $folder,   qr/without-$field\.mdb: .*$told{$field}.*less than --max-shrink allows\..*--force/,
            'publish', '--quiet', "$work/without-$field.mdb", $folder
        );
    }
    ok_publish('--force', '--force', "$work/without-website_url.mdb", $folder);
    ok_publish('more is no question', "$work/whole.mdb", $folder);
    my $object = $json->decode(run('published', '--json', $folder)->{out});
    my ($current) = grep { $_->{current} } @{ $object->{generations} };
    is_deeply $current->{coverage}, { documents => 21, name_words => 42, websites => 21, coordinates => 21, countries => 21 },
        'published tells what the records have';
    is $current->{build}, undef, '... and nothing of a build whose last-build.json is another one\'s';
    chmod 0644, "$folder/$whole.report.json";
    spew("$folder/$whole.report.json", 'damaged');
    my $unknown = run('publish', "$work/without-website_url.mdb", $folder);
    is $unknown->{code}, 0, 'over a current without its report' or diag $unknown->{err};
    like $unknown->{err}, qr/warning: the current index $whole has no report: names, websites, coordinates and countries are not compared/,
        '... with a warning';
    my ($without) = readlink("$folder/current") =~ /(\w+)\.mdb/;
    is sprintf('%o', (stat "$folder/$without.report.json")[2] & 07777), '444', 'a report is read-only';
    unlink "$folder/$whole.mdb";
    ok_publish('the next', '--force', "$work/without-country.mdb", $folder);
    ok !-e "$folder/$whole.report.json", 'without its index it is removed';
};

# A build writes its report even if it should print nothing.

subtest 'last-build.json' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in.jsonl", record(1, info_refreshed_at => '2026-11-20') . "no record\n" . record(2));
    is run('build', '--quiet', '-o', "$folder/index.mdb", $input)->{code}, 0, 'built';
    my $report = $json->decode(slurp("$folder/last-build.json"));
    like $report->{built_at}, qr/\A20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\z/, 'when';
    is_deeply [@{$report}{qw(index read kept generation data_date index_bytes)}],
        ['index.mdb', 3, 2, generation_of("$folder/index.mdb"), '2026-11-20', -s "$folder/index.mdb"], 'what';
    is_deeply $report->{rejected}, { invalid_json => 1 }, 'what was refused';
    ok $report->{$_}, "its $_" for qw(seconds peak_memory_bytes records_with);
    my $bytes = digest("$folder/index.mdb");
    is run('build', '--quiet', '--force', '-o', "$folder/index.mdb", $input)->{code}, 0,      'built again';
    is digest("$folder/index.mdb"),                                                   $bytes, '... the same bytes';
    my $published = "$folder/published";
    ok_publish('published', '--move', "$folder/index.mdb", $published);
    my $text = run('published', $published)->{out};
    like $text, qr/^built 20\S+Z from 3 records read, 1 refused; data of 2026-11-20\n\z/m, 'published shows it';
    my $copy = folder() . '/edge';
    my ($name) = readlink("$published/current") =~ /(\w+)\.mdb/;
    ok_publish('published on an edge', "$published/$name.mdb", $copy);
    is slurp("$copy/$name.report.json"), slurp("$published/$name.report.json"), 'its report comes with it';
    unlink "$folder/last-build.json";
    mkdir "$folder/last-build.json";
    my $unwritten = run('build', '--quiet', '-o', "$folder/index.mdb", $input);
    is $unwritten->{code}, 0, 'a report that cannot be written';
    like $unwritten->{err}, qr/\Almdb_builder: warning: the index is built, but its report is not written: .*last-build\.json/,
        '... is a warning';
};

subtest 'records that nothing finds' => sub {
    my $folder = folder();
    my $input =
        spew("$folder/in.jsonl", '{"store_id":"00000000-0000-4000-8000-000000000001","busness_name":"Shop","city":"Berlin"}' . "\n");
    my $built = run('build', '--quiet', '-o', "$folder/index.mdb", $input);
    is $built->{code}, 1, 'status 1';
    like $built->{err}, qr/no record of 1 has a name, a website or a profile: such an index is not written; .*did you mean business_name/,
        'the message says so';
    ok !-e "$folder/index.mdb", 'there is no index';
};

# A build from half of its inputs gives a valid index.

subtest 'an index that has lost many documents' => sub {
    my $folder = folder();
    my %generation;
    for my $documents (100, 90, 89, 200) {
        my $lines = join '', map { record(10_000 + $_) } 1 .. $documents;
        my $built = run('build', '--force', '--json', '-o', "$work/of-$documents.mdb", spew("$work/of.jsonl", $lines));
        $generation{$documents} = $json->decode($built->{out})->{generation};
    }
    my ($of_100, $of_90) = @generation{ 100, 90 };
    ok_publish('100 documents', "$work/of-100.mdb", $folder);
    my $why  = qr/of-89\.mdb: has 89 documents, the current index $of_100 has 100: 11\.0 % fewer is more than --max-shrink allows/;
    my $hint = 'Nothing is published; if it is right, add --force';
    refused('a tenth and one fewer', $folder, qr/$why\. $hint/, 'publish', '--quiet', "$work/of-89.mdb", $folder);
    my $summary = ok_publish('a tenth fewer', "$work/of-90.mdb", $folder);
    is_deeply [@$summary{qw(previous previous_documents documents)}], [$generation{100}, 100, 90], 'both counts';
    like run('publish', "$work/of-200.mdb", $folder)->{out}, qr/: current, 200 documents, .*; before: $of_90, 90 documents\n\z/,
        'in words; more are no question';
    refused('less than half', $folder, qr/55\.5 % fewer/, 'publish', '--quiet', "$work/of-89.mdb", $folder);
    refused('with a limit of its own', $folder, qr/55\.5 % fewer/, 'publish', '--quiet', '--max-shrink', '55%', "$work/of-89.mdb", $folder);
    ok_publish('a wider limit', '--max-shrink', '56', "$work/of-89.mdb", $folder);
    ok_publish('back',       "$work/of-200.mdb", $folder);
    ok_publish('--force',    '--force',          "$work/of-90.mdb", $folder);
    ok_publish('back again', "$work/of-200.mdb", $folder);
    my $edge = folder();
    ok_publish('the same on an edge',                                                            "$work/of-200.mdb",            $edge);
    ok_publish('an index with its manifest and signature: decided where it was published first', "$folder/$generation{90}.mdb", $edge);
    ok_publish('and back',                                                                       "$work/of-200.mdb",            $edge);
    refused(
        'unless a limit is given',
        $edge,     qr/55\.0 % fewer/,
        'publish', '--quiet', '--max-shrink', '10%', "$folder/$generation{90}.mdb", $edge
    );

    for my $text ('most', '-1', '101%', '10 %', '') {
        my $wrong = run('publish', '--max-shrink', $text, "$work/of-90.mdb", $folder);
        is $wrong->{code}, 2, "a share of '$text': wrong usage";
        like $wrong->{err}, qr/--max-shrink: expected a share from 0% to 100%, as in 10%; got "\Q$text\E"/, '... the message says so'
            if length $text;
    }
    # Without its manifest the current index cannot be compared: publishing repairs that.
    chmod 0644, "$folder/$generation{200}.json" or die;
    unlink "$folder/$generation{200}.json" or die;
    my $mended = run('publish', "$work/of-89.mdb", $folder);
    is $mended->{code}, 0, 'over a current without its manifest' or diag $mended->{err};
    like $mended->{err}, qr/warning: nothing to compare the number of documents with: /, '... with a warning';
};

# Attackers found: exit status 0 although no server could use current.

done_testing;

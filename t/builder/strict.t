# Bad input is counted by reason and named by file:line; --strict and --max-rejects fail if there is too much of it.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use IO::Compress::Gzip qw(gzip);
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp digest entries uuid record lines build_ok summary);

binary();

sub gzipped {
    my ($text) = @_;
    gzip \$text => \my $packed or die;
    return $packed;
}

# Frames without compression (RFC 8878): raw blocks of 64 KiB, without the optional checksum.
sub zstd_stored {
    my ($text) = @_;
    my $frame  = "\x28\xB5\x2F\xFD\xA0" . pack('V', length $text);
    my @blocks = unpack '(a65536)*', $text;
    for my $i (0 .. $#blocks) {
        $frame .= substr pack('V', length($blocks[$i]) << 3 | ($i == $#blocks ? 1 : 0)), 0, 3;
        $frame .= $blocks[$i];
    }
    return $frame;
}

# A line, its code, its field.
my @bad = (
    [qq({"store_id":\n),                          'invalid_json', '-'],
    ['{"store_id":"' . uuid(9) . qq("} behind\n), 'invalid_json', '-'],
    ["\x{1F}\x{1}\x{2}\n",                        'invalid_json', '-'],
    [record(9, city => 'XX') =~ s/XX/\xFF\xFE/r,     'invalid_utf8',  '-'],
    [record(9, city => 'XX') =~ s/XX/\xED\xA0\x80/r, 'invalid_utf8',  '-'],
    [record(9, city => 'XX') =~ s/XX/a\0b/r,         'nul_character', '-'],
    ["\0" x 100 . "\n",                             'nul_character',   '-'],
    [record(9, city => "a\0b"),                     'nul_character',   'city'],
    [record(9, tags => ['a', "b\0"]),               'nul_character',   'tags[1]'],
    [qq([1,2]\n),                                   'not_an_object',   '-'],
    [qq("text"\n),                                  'not_an_object',   '-'],
    [qq({"business_name":"x"}\n),                   'missing_id',      'store_id'],
    [qq({"store_id":null}\n),                       'missing_id',      'store_id'],
    [qq({"store_id":"17"}\n),                       'malformed',       'store_id'],
    [qq({"store_id":17}\n),                         'wrong_type',      'store_id'],
    [record(9, city => 5),                          'wrong_type',      'city'],
    [record(9, latitude => '30.2', longitude => 1), 'wrong_type',      'latitude'],
    [record(9, business_categories => 'shop'),      'wrong_type',      'business_categories'],
    [record(9, latitude => 90.1, longitude => 1),   'out_of_range',    'latitude'],
    [record(9, latitude => 1, longitude => -180.5), 'out_of_range',    'longitude'],
    [record(9, price_tier => 5),                    'out_of_range',    'price_tier'],
    [record(9, country => 'Atlantis'),              'out_of_range',    'country'],
    [record(9, open_date => '2024-02-30'),          'malformed',       'open_date'],
    [record(9) =~ s/\}/,"city":"a","city":"b"}/r,   'duplicate_field', 'city'],
    [record(9, note => 'x' x (16 << 20)),           'line_too_long',   '-'],
    ['[' x 2000 . "\n",                             'invalid_json',    '-'],
);

my %expected;
$expected{ $_->[1] }++ for @bad;
my $text = '';
my @places;
my $line = 0;
for my $i (0 .. $#bad) {
    $text .= record(100 + $i) . "\n";    # a good line, a blank line
    $line += 3;
    push @places, "$line: $bad[$i][2]: $bad[$i][1]: ";
    $text .= $bad[$i][0];
}
$text .= record(99) =~ s/\n//r;          # the last line may lack its newline

my %packed = ('plain' => $text, 'gzip' => gzipped($text), 'zstd' => zstd_stored($text));
for my $kind (sort keys %packed) {
    subtest "every reason by file:line, $kind" => sub {
        my $folder = folder();
        my $input  = spew("$folder/in", $packed{$kind});
        for my $threads (1, 3) {
            my $result  = build_ok('--force', '--threads', $threads, '--rejects', "$folder/rejects", '-o', "$folder/index", $input);
            my $summary = summary($result);
            is $summary->{kept}, @bad + 1,     'the good ones are kept';
            is $summary->{read}, 2 * @bad + 1, 'blank lines are not read';
            is_deeply $summary->{rejected}, \%expected, 'counted by reason';
            my @rejects = split /\n/, slurp("$folder/rejects");
            is scalar(@rejects),                                           scalar(@bad),         'a line each';
            is substr($rejects[$_] // '', 0, length "$input:$places[$_]"), "$input:$places[$_]", $places[$_] for 0 .. $#bad;
            is scalar(grep { length > 400 || /[\0-\x1F\x7F]/ } @rejects),  0, 'short, and nothing that steers a terminal';
        }
    };
}

my @good    = map { record($_) } 1 .. 3000;
my $good    = join '', @good;
my $flipped = gzipped($good);
substr($flipped, length($flipped) - 8, 1) ^= "\x01";    # a byte of the checksum
my %broken = (
    'gzip, cut off'            => [substr(gzipped($good), 0, length(gzipped($good)) * 0.6), 'truncated_input', 'the gzip data end early'],
    'gzip, cut in its head'    => [substr(gzipped($good), 0, 7),                            'truncated_input', 'the gzip data end early'],
    'gzip, without its tail'   => [substr(gzipped($good), 0, -3),                           'truncated_input', 'the gzip data end early'],
    'gzip, a wrong checksum'   => [$flipped,                                                'damaged_input',   'the gzip data are damaged'],
    'gzip, other bytes behind' => [gzipped($good) . 'more',             'damaged_input',   'the gzip data are followed by other bytes'],
    'zstd, cut off'            => [substr(zstd_stored($good), 0, -100), 'truncated_input', 'the zstd data end early'],
    'zstd, other bytes behind' => [zstd_stored($good) . 'more bytes',   'damaged_input',   'the zstd data are damaged'],
);
for my $kind (sort keys %broken) {
    my ($bytes, $code, $why) = @{ $broken{$kind} };
    subtest $kind => sub {
        my $folder  = folder();
        my $input   = spew("$folder/in",   $bytes);
        my $next    = spew("$folder/next", record(5000));
        my $refused = run('build', '-o', "$folder/index", $input, $next);
        is $refused->{code}, 1, 'a file that breaks off fails the build';
        like $refused->{err}, qr/\Q$why\E.*: nothing is built; --allow-truncated builds what came before the damage$/, '... and is named';
        ok !-e "$folder/index", '... and nothing is built';
        my $result  = build_ok('--allow-truncated', '--rejects', "$folder/rejects", '-o', "$folder/index", $input, $next);
        my $summary = summary($result);
        is_deeply $summary->{rejected}, { $code => 1 }, 'counted once';
        is $summary->{read}, $summary->{kept} + 1, 'and as read';
        my $kept = $summary->{kept} - 1;    # without that of the next input, which is still read
        is slurp("$folder/rejects"),
              "$input:"
            . ($kept + 1)
            . ": -: $code: expected more lines, got none: $why"
            . (slurp("$folder/rejects") =~ /\Q$why\E(.*)/)[0]
            . "\n", 'at the line where it broke';
        build_ok('-o', "$folder/same", spew("$folder/before", join '', @good[0 .. $kept - 1]), $next);
        is digest("$folder/index"), digest("$folder/same"), 'what came before is kept';
        cmp_ok $kept, '>', 100, '... more than 100 records' if $kind !~ /head/;
    };
}

subtest 'an older version is not a reject' => sub {
    my $folder  = folder();
    my $summary = summary(build_ok('--strict', '-o', "$folder/index", spew("$folder/in", record(1, v => 1) . record(1, v => 2))));
    is $summary->{replaced}, 1, 'replaced';
    is_deeply $summary->{rejected}, {}, 'not rejected';
};

# (name, options, bad lines, good lines, passes?)
for my $case (
    ['--strict, all good',     ['--strict'],             0,    50,   1],
    ['--strict, one bad',      ['--strict'],             1,    50,   0],
    ['none, all good',         [qw(--max-rejects 0)],    0,    50,   1],
    ['none, one bad',          [qw(--max-rejects 0)],    1,    50,   0],
    ['as many as allowed',     [qw(--max-rejects 3)],    3,    50,   1],
    ['one more',               [qw(--max-rejects 3)],    4,    50,   0],
    ['the share allowed',      [qw(--max-rejects 10%)],  5,    45,   1],
    ['more than the share',    [qw(--max-rejects 10%)],  6,    45,   0],
    ['half a percent',         [qw(--max-rejects 0.5%)], 1,    198,  0],
    ['half a percent of more', [qw(--max-rejects 0.5%)], 1,    199,  1],
    ['few without an option',  [],                       900,  900,  1],
    ['a handful without one',  [],                       9,    1,    1],
    ['most of them without',   [],                       10,   5,    0],
    ['a tenth without one',    [],                       1100, 9900, 1],
    ['more without one',       [],                       1101, 9900, 0],
    ['all but one allowed',    [qw(--max-rejects 100%)], 1101, 1,    1],
    )
{
    my ($name, $options, $bad, $good, $passes) = @$case;
    subtest "$name: " . ($passes ? 'built' : 'refused') => sub {
        for my $threads (1, 2) {
            my $folder = folder();
            my $input  = spew("$folder/in", join '', map({ record($_) } 1 .. $good), ("{\n") x $bad);
            my $result = run(
                'build',     '--json',          '--quiet', '--threads',     $threads, @$options,
                '--rejects', "$folder/rejects", '-o',      "$folder/index", $input
            );
            my $read = $bad + $good;
            is scalar(() = slurp("$folder/rejects") =~ /\n/g), $bad, 'all rejects are written';
            if ($passes) {
                is $result->{code}, 0, 'exit status 0' or diag $result->{err};
                next;
            }
            my $allowed = "@$options" || '--max-rejects (10% unless given)';
            is $result->{code}, 1, 'exit status 1';
            is $result->{err}, "lmdb_builder: $bad of $read records were refused, more than $allowed allows: nothing is built; "
                . qq("$folder/rejects" names each of them\n), 'one line';
            is $result->{out}, '', 'no summary';
            is_deeply entries($folder), [qw(in rejects)], 'nothing is left';
        }
    };
}

subtest 'an existing index outlives it' => sub {
    my $folder = folder();
    build_ok('-o', "$folder/index", spew("$folder/in", record(1)));
    my $before = digest("$folder/index");
    my $result = run('build', '--quiet', '--force', '--strict', '-o', "$folder/index", spew("$folder/bad", record(2) . "{\n"));
    is $result->{code}, 1, 'refused';
    like $result->{err}, qr/--rejects FILE would name each of them$/, 'the message says how to see them';
    is digest("$folder/index"), $before, 'the index is as it was';
    is_deeply entries($folder), [qw(bad in index)], 'nothing is left';
};

subtest 'wrong limits' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in", record(1));
    for my $limit ('-1', 'x', '101%', '1.5', '%', '') {
        my $result = run('build', '-o', "$folder/index", "--max-rejects=$limit", $input);
        is $result->{code}, 2, "--max-rejects=$limit: exit status 2";
        like $result->{err}, qr/max-rejects/, 'the message says why';
    }
    my $both = run('build', '-o', "$folder/index", '--strict', '--max-rejects', 5, $input);
    is $both->{code}, 2, '--strict and --max-rejects';
    is_deeply entries($folder), ['in'], 'nothing is written';
};

subtest 'the summary' => sub {
    my $folder = folder();
    my $result = run('build', '--threads', 2, '-o', "$folder/index", spew("$folder/in", join '', lines(), "{\n", "[]\n", "{\n"));
    is $result->{code}, 0, 'built';
    like $result->{out}, qr/^rejected +3\n +2  invalid_json\n +1  not_an_object\n/m, 'rejected by reason';
    like $result->{out}, qr/^chains +1\n/m,  'chains: acme.com; directory.example is shared, single.example a single one';
    like $result->{out}, qr/^threads +2\n/m, 'threads';
    like $result->{out},
        qr/^time +\d+\.\d s\n(?:  \d+\.\d s  (?:reading|merging|placing|writing), \d+\.\d s of processors\n){4}peak memory/m, 'stages';
    my $raw     = run('build', '--json', '--quiet', '--threads', 2, '-o', "$folder/json", "$folder/in");
    my $summary = JSON::PP::decode_json($raw->{out});
    is $summary->{chains},                                                                    1,                                 'chains';
    is $summary->{threads},                                                                   2,                                 'threads';
    is join(' ', map { $_->{name} } @{ $summary->{stages} }),                                 'reading merging placing writing', 'stages';
    is scalar(grep { $_->{seconds} >= 0 && $_->{cpu_seconds} >= 0 } @{ $summary->{stages} }), 4, '... with their times';
};

done_testing;

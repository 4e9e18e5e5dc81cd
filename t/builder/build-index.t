# The records that build keeps, refuses and counts, its output, and that the same records give the same bytes.
#
# lane: gate user debian13
use strict;
use warnings;
use lib 't/lib';
use IO::Compress::Gzip qw(gzip);
use JSON::PP;
use List::Util qw(shuffle);
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp digest entries uuid record lines build_ok summary);

binary();

my @lines = lines();

subtest 'summary' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in.jsonl", join '', @lines);
    my $result = build_ok('-o', "$folder/index", $input);
    is $result->{err}, '', 'quiet';
    my $summary = summary($result);
    is $summary->{read},     308, 'read';
    is $summary->{kept},     308, 'kept';
    is $summary->{replaced}, 0,   'replaced';
    is_deeply $summary->{rejected}, {}, 'rejected';
    is scalar(keys %{ $summary->{unusable_websites} }), 1,  'one reason for unusable websites';
    is $summary->{shared_domains},                      1,  'directory.example is shared';
    is $summary->{identity_keys},                       4,  'acme.com, directory.example, single.example, the profile';
    is $summary->{countries},                           2,  'countries';
    is $summary->{states},                              2,  'states: a code and a name';
    is $summary->{cities},                              17, 'cities';
    is $summary->{postal_codes},                        40, 'postal codes';
    cmp_ok $summary->{terms},            '>', $summary->{vocabulary_words}, 'terms are words and more';
    cmp_ok $summary->{vocabulary_words}, '>', 0,                            'words that a typing error may mean';
    is $summary->{index_bytes},                          -s "$folder/index", 'size';
    is sprintf('%o', (stat "$folder/index")[2] & 07777), '444',              'the index is read-only';
    is_deeply entries($folder), [qw(in.jsonl index)], 'nothing else is left';

    my $verify = run('verify', "$folder/index");
    is $verify->{code}, 0,                                                                          'verify' or diag $verify->{err};
    is $verify->{out},  "$folder/index: sound, 308 documents, generation $summary->{generation}\n", 'says so';
};

subtest 'text summary and stages' => sub {
    my $folder = folder();
    spew("$folder/in.jsonl", join '', @lines);
    my $result = run('build', '-o', "$folder/index", "$folder/in.jsonl");
    is $result->{code}, 0, 'built';
    like $result->{out}, qr/^records read +308\nrecords kept +308\n/, 'a line a fact';
    is join(' ', $result->{err} =~ /^(\w+): \d+\.\d s$/mg), 'reading merging placing writing indexing sealing', 'one line a stage';
};

# A record, or the name of its file, must not be able to write control characters to a reader's terminal.
subtest 'nothing that steers a terminal' => sub {
    my $folder = folder();
    my $steers = qr/[\x00-\x09\x0B-\x1F\x7F]|\xC2[\x80-\x9F]|\xD8\x9C|\xE2\x80[\x8E\x8F\xA8-\xAE]|\xE2\x81[\xA6-\xAF]/;
    my $evil   = "\x1B[31m\xC2\x9B2J\xE2\x80\xAE\xE2\x80\xA8\xD8\x9C\xE2\x81\xA6";
    my $name   = "$folder/$evil\n.jsonl";
    spew($name,
        record(1) . qq({"store_id":"x$evil"}\n{"store_id":"00000000-0000-4000-8000-000000000002","country":"$evil"}\n) =~
            s/\x1B/\\u001b/gr . qq({"store_id":"00000000-0000-4000-8000-000000000003","$evil":1e999}\n) =~ s/\x1B//r);
    my $rejects = "$folder/rejects";
    my $result  = run('build', '-o', "$folder/index$evil", '--rejects', $rejects, $name);
    is $result->{code}, 0, 'built' or diag $result->{err};
    my @rejects = split /\n/, slurp($rejects);
    is scalar(@rejects), 3, 'a line each';
    like $rejects[0], qr/^\Q$folder\E\/\\u001b\[31m\\u009b2J\\u202e\\u2028\\u061c\\u2066\\u000a\.jsonl:2: store_id: malformed: /,
        'file names, too';
    like $rejects[2],                       qr/\.jsonl:4: \[31m\\u009b.*: out_of_range: /, 'names of fields, too';
    unlike slurp($rejects),                 $steers,                                       'rejects';
    unlike $result->{out} . $result->{err}, $steers,                                       'summary and progress';

    for my $command (
        ['verify',  "$folder/index$evil"],
        ['verify',  "$folder/none$evil"],
        ['build',   '-o',                 "$folder/i", "$folder/none$evil"],
        ['inspect', "$folder/index$evil", '--key',     "$evil.com"],
        ['query',   "$folder/index$evil", qq({"$evil":1})],
        ['explain', "$folder/index$evil", '--body',    qq({"query":"x"}), $evil],
        ['import',  'csv',                '--mapping', "$folder/$evil",   'x'],
        ['build',   '-o',                 "$folder/i", "--$evil",         'x'],
        ['build',   '-o',                 "$folder/i", '--memory',        $evil, 'x'],
        [$evil],
        ['build',     '--strict', '-o',        "$folder/i", $name],
        ['import',    'records',  '--strict',  '-o', "$folder/j", $name],
        ['merge',     '-o',       "$folder/i", $name],
        ['publish',   "$folder/none$evil", $folder],
        ['published', "$folder/$evil"]
        )
    {
        my $said = run(@$command);
        unlike $said->{err} . ($command->[0] eq 'query' ? '' : $said->{out}), $steers, join ' ', $command->[0], 'says it plainly';
    }
};

subtest 'records that clients could not read' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in.jsonl",
        record(1) . record(2, note => 'x' x 2e6) . record(3) =~ s/\}\n/sprintf qq(,"a":%s%s}\n), '[' x 64, ']' x 64/er . record(4) =~
            s/\}\n/,"seats":[1e999]}\n/r . record(5) =~ s/\}\n/,"seats":18446744073709551616}\n/r);
    my $summary = summary(build_ok('-o', "$folder/index", '--rejects', "$folder/rejects", $input));
    is_deeply $summary->{rejected}, { record_too_large => 1, too_deep => 1, out_of_range => 1 }, 'rejects';
    my $size = length(record(2, note => 'x' x 2e6)) - 1;
    is slurp("$folder/rejects"),
        join('',
        map { "$input:$_\n" } "2: -: record_too_large: expected at most 1048576 bytes of minified JSON (--max-record), got $size",
        '3: a: too_deep: expected at most 64 levels of objects and arrays, got 65',
        "4: seats: out_of_range: expected a number within a double's range (up to 1.8e308), got 1e999"),
        'with their reasons';
    is run('verify', "$folder/index")->{code},                       0, 'what is kept is sound';
    is run('publish', "$folder/index", "$folder/published")->{code}, 0, 'publish accepts the index';
    is summary(build_ok('-o', "$folder/larger", '--max-record', '2M', $input))->{rejected}{record_too_large}, undef, '--max-record 2M';
    is summary(build_ok('-o', "$folder/smaller", '--max-record', '1k', $input))->{kept},                      2,     '--max-record 1k';

    for my $wrong ('17M', '1023', '0', '-1', 'much') {
        is run('build', '-o', "$folder/wrong", '--max-record', $wrong, $input)->{code}, 2, "--max-record $wrong: wrong usage";
    }
    my $imported = run('import', 'records', '--max-record', '2M', '-o', "$folder/out.jsonl", $input);
    is $imported->{code}, 0, 'import';
    is summary(build_ok('--strict', '--max-record', '2M', '-o', "$folder/imported", "$folder/out.jsonl"))->{kept}, 3,
        'what import writes build keeps';
};

subtest 'rejects' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in.jsonl",
        record(1) . "\n{\n" . record(2, latitude => 91, longitude => 0) . qq({"business_name":"No id"}\n) . "[]\n");
    my $result  = build_ok('-o', "$folder/index", '--rejects', "$folder/rejects", $input);
    my $summary = summary($result);
    is $summary->{read}, 5, 'a blank line is not counted as a record';
    is $summary->{kept}, 1, 'one is good';
    my @rejects = split /\n/, slurp("$folder/rejects");
    is scalar(@rejects), 4, 'a line each';
    like $rejects[0], qr/^\Q$input\E:3: -: \w+: ./,           'file:line, no field, code, detail';
    like $rejects[1], qr/^\Q$input\E:4: latitude: \w+: .*91/, 'names field and value';
    like $rejects[2], qr/^\Q$input\E:5: \w+: \w+: ./,         'missing id';
    like $rejects[3], qr/^\Q$input\E:6: -: \w+: ./,           'no object';
    my $total = 0;
    $total += $_ for values %{ $summary->{rejected} };
    is $total, 4, 'counted by reason';
};

subtest 'the newest of one id wins, then the greatest bytes' => sub {
    my @versions = (
        record(1, v => 'old', info_refreshed_at => '2020-01-01'),
        record(1, v => 'new', info_refreshed_at => '2024-01-01'),
        record(1, v => 'undated'),
        record(2, v => 'b'),
        record(2, v => 'a'),
    );
    my %digests;
    for my $round (1 .. 6) {
        my $folder  = folder();
        my $result  = build_ok('-o', "$folder/index", spew("$folder/in.jsonl", join '', shuffle @versions));
        my $summary = summary($result);
        is $summary->{kept},     2, 'kept';
        is $summary->{replaced}, 3, 'replaced';
        $digests{ digest("$folder/index") }++;
    }
    is scalar(keys %digests), 1, 'whatever the order';
};

subtest 'same records, same bytes' => sub {
    my $folder = folder();
    build_ok('-o', "$folder/first", spew("$folder/in.jsonl", join '', @lines));
    build_ok('-o', "$folder/again", "$folder/in.jsonl");
    is digest("$folder/again"), digest("$folder/first"), 'built again';
    my @shuffled = shuffle @lines;
    my $half     = @shuffled / 2;
    spew("$folder/a.jsonl", join '', @shuffled[0 .. $half - 1]);
    my $text = join '', @shuffled[$half .. $#shuffled];
    gzip \$text => "$folder/b.jsonl.gz" or die;
    build_ok('-o', "$folder/split", "$folder/b.jsonl.gz", "$folder/a.jsonl");
    is digest("$folder/split"), digest("$folder/first"), 'other order, two files, one of them gzip';
    build_ok('-o', "$folder/tiny", '--memory', '64k', "$folder/a.jsonl", "$folder/b.jsonl.gz");
    is digest("$folder/tiny"), digest("$folder/first"), 'tiny memory';
    my $temp = folder();
    build_ok('-o', "$folder/temp", '--temp', $temp, "$folder/in.jsonl");
    is digest("$folder/temp"), digest("$folder/first"), 'another folder for temporary files';
    my $stdin = run({ stdin => join('', @lines) }, 'build', '--quiet', '-o', "$folder/stdin", '-');
    is $stdin->{code},                0,                       'from standard input';
    is $stdin->{out} . $stdin->{err}, '',                      '--quiet says nothing';
    is digest("$folder/stdin"),       digest("$folder/first"), 'the same';
};

subtest 'domain report' => sub {
    my $folder = folder();
    build_ok('-o', "$folder/index", '--domains', "$folder/domains", spew("$folder/in.jsonl", join '', @lines));
    is slurp("$folder/domains"),
        "class\tdomain\tnames\trecords\tlargest_brand\twebsites\thome_pages\n" . "shared\tdirectory.example\t6\t6\t0\t6\t0\n",
        'domains with five names and more';
};

subtest 'failures leave the output as it was' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in.jsonl", record(1));
    build_ok('-o', "$folder/index", $input);
    my $before = digest("$folder/index");
    my $empty  = spew("$folder/empty.jsonl", "\n\n");
    my @cases  = (
        ['no --force'       => ['-o', "$folder/index", $input],                                    qr/\Q$folder\E\/index" exists.*--force/],
        ['missing input'    => ['--force', '-o', "$folder/index", "$folder/none"],                 qr/\Q$folder\E\/none/],
        ['nothing to keep'  => ['--force', '-o', "$folder/index", $empty],                         qr/no record could be kept/],
        ['input is output'  => ['--force', '-o', $input, $input],                                  qr/both an input and the output/],
        ['input is rejects' => ['--force', '-o', "$folder/index", '--rejects', $input, $input],    qr/both an input and the output/],
        ['output is folder' => ['--force', '-o', $folder, $input],                                 qr/no regular file/],
        ['no such folder'   => ['-o', "$folder/no/index", $input],                                 qr/\Q$folder\E\/no/],
        ['no temp folder'   => ['--force', '-o', "$folder/index", '--temp', "$folder/no", $input], qr/\Q$folder\E\/no.*--temp/],
        [
            'no rejects file' => ['--force', '-o', "$folder/index", '--rejects', "$folder/no/r", $input],
            qr/rejects file "\Q$folder\E\/no\/r"/
        ],
        ['no suffix list' => ['--force', '-o', "$folder/index", '--psl', "$folder/no", $input], qr/suffix list "\Q$folder\E\/no"/],
    );
    for my $case (@cases) {
        my ($what, $arguments, $message) = @$case;
        my $result = run('build', '--quiet', @$arguments);
        is $result->{code}, 1, "$what: exit status 1";
        like $result->{err}, qr/^lmdb_builder: [^\n]+\n\z/, "$what: one line";
        like $result->{err}, $message,                      "$what: names what is wrong";
        is $result->{out}, '', "$what: standard output is empty";
    }
    is digest("$folder/index"), $before,   'the index is as it was';
    is slurp($input),           record(1), 'and the input is unchanged';
    is_deeply [glob "$folder/*.building"], [], 'nothing is left over';
    build_ok('--force', '-o', "$folder/index", spew("$folder/two.jsonl", record(2)));
    isnt digest("$folder/index"), $before, '--force replaces';
};

done_testing;

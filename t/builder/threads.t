# Any number of threads, any memory, any order of the input: the same index, the same rejects.
#
# needs: root
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use IO::Compress::Gzip qw(gzip);
use JSON::PP           ();
use List::Util         qw(shuffle);
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp digest entries uuid record lines build_ok start_build summary);

my $binary = binary();
my $seed   = $ENV{BIZREC_SEED} || 20261120;
srand $seed;
diag "BIZREC_SEED=$seed" if $ENV{BIZREC_SEED};

# Enough records for many batches and, with little memory, for many runs; some in several versions.
sub many_lines {
    my @lines = lines();
    for my $i (1 .. 1500) {
        push @lines,
            record(
            5000 + $i,
            business_name     => "Store $i of " . ('A' .. 'Z')[$i % 26],
            website_url       => "https://shop$i.example.org/",
            city              => 'City ' . $i % 97,
            country           => ('US', 'FR', 'JP', '')[$i % 4],
            latitude          => $i % 90,
            longitude         => -$i % 180,
            store_description => join(' ', map { "word" . ($i * $_ % 631) } 1 .. 40),
            );
    }
    push @lines, map { record(5000 + $_, v => "again $_", info_refreshed_at => sprintf '20%02d-01-01', $_ % 30) } 1 .. 200, 1 .. 100;
    return @lines;
}

my @bad = ("{\n", "[]\n", qq({"business_name":"no id"}\n), record(7, latitude => 91), "not json\n");

subtest 'the same bytes' => sub {
    my $folder = folder();
    my @lines  = many_lines();
    build_ok('--threads', 1, '-o', "$folder/first", spew("$folder/in.jsonl", join '', @lines));
    my $first = digest("$folder/first");
    for my $threads (1, 2, 3, 8) {
        for my $memory (qw(64k 1M 512M)) {
            my @shuffled = shuffle @lines;
            my $cut      = int rand @shuffled;
            spew("$folder/a.jsonl", join '', @shuffled[0 .. $cut - 1]);
            my $text = join '', @shuffled[$cut .. $#shuffled];
            gzip \$text => "$folder/b.jsonl.gz" or die;
            my $result = build_ok('--force', '--threads', $threads, '--memory', $memory, '-o', "$folder/index",
                shuffle("$folder/a.jsonl", "$folder/b.jsonl.gz"));
            is digest("$folder/index"), $first, "$threads threads, $memory";
            my $summary = summary($result);
            is $summary->{kept} + $summary->{replaced}, scalar(@lines), 'every record is kept or replaced';
        }
    }
    my $fresh = run('build', '--quiet', '--json', '-o', "$folder/default", "$folder/in.jsonl");
    is digest("$folder/default"), $first, 'the same bytes without --threads';
    cmp_ok JSON::PP::decode_json($fresh->{out})->{threads}, '>=', 1, 'by default there is at least one thread';
};

subtest 'the same rejects' => sub {
    my $folder = folder();
    my @lines  = many_lines();
    my @inputs;
    for my $file (1 .. 3) {
        my @mixed = map { rand() < 0.1 ? ($bad[rand @bad], $_) : $_ } @lines;
        push @inputs, spew("$folder/in$file.jsonl", join '', @mixed);
    }
    my $text = slurp(pop @inputs);
    gzip \$text => "$folder/cut.gz" or die;
    my $cut = slurp("$folder/cut.gz");
    splice @inputs, 1, 0, spew("$folder/cut.gz", substr $cut, 0, length($cut) / 2);
    my ($rejects, $summary);
    for my $threads (1, 2, 3, 8) {
        for my $memory (qw(64k 512M)) {
            my $result = build_ok(
                '--allow-truncated', '--force',         '--threads', $threads,        '--memory', $memory,
                '--rejects',         "$folder/rejects", '-o',        "$folder/index", @inputs
            );
            $rejects = slurp("$folder/rejects") unless defined $rejects;
            $summary = summary($result)         unless defined $summary;
            ok slurp("$folder/rejects") eq $rejects, "$threads threads, $memory: rejects";
            is_deeply summary($result), $summary, "$threads threads, $memory: summary";
        }
    }
    my @places = map { /^\Q$folder\E\/(\w+)\S*?:(\d+): / ? [$1, $2] : () } split /\n/, $rejects;
    is scalar(@places), scalar(() = $rejects =~ /\n/g), 'each line begins with file:line';
    cmp_ok scalar(@places), '>', 100, 'there are many';
    my %rank   = (in1 => 0, cut => 1, in2 => 2);
    my @sorted = sort { $rank{ $a->[0] } <=> $rank{ $b->[0] } || $a->[1] <=> $b->[1] } @places;
    is_deeply \@places, \@sorted, 'in the order of the input';
    is $summary->{rejected}{truncated_input}, 1, 'the cut file once';
    my $refused = 0;
    $refused += $_ for values %{ $summary->{rejected} };
    is $summary->{read}, $summary->{kept} + $summary->{replaced} + $refused, 'read = kept + replaced + rejected';
};

for my $signal (qw(INT TERM)) {
    subtest "SIG$signal during a build" => sub {
        my $folder = folder();
        my $index  = "$folder/index";
        my ($child, $pipe) = start_build($index, [many_lines()], '--threads', 4, '--memory', '64k');
        kill $signal, $child;
        waitpid $child, 0;
        isnt $? & 127, 0, 'ended by the signal';
        is_deeply entries($folder), [], 'nothing is left';
    };
}

subtest 'a thread that fails' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in.jsonl", join '', many_lines());
    for my $threads (1, 4) {
        # The rejects go to a full device: the step after the workers reports it.
        my $full = run('build', '--quiet', '--threads', $threads, '--max-rejects', '100%', '--rejects', '/dev/full', '-o', "$folder/a",
            spew("$folder/bad.jsonl", "{\n" x 20000), $input);
        is $full->{code}, 1, "$threads threads: exit status 1";
        is $full->{err},  qq(lmdb_builder: cannot write the rejects file "/dev/full": No space left on device\n), 'one line';
        # A missing input. The step that reads the files reports it, after it has given lines of another file to the workers.
        my $gone = run('build', '--quiet', '--threads', $threads, '--memory', '64k', '-o', "$folder/a", $input, "$folder/gone.jsonl");
        is $gone->{code}, 1, "$threads threads: exit status 1";
        is $gone->{err},  "lmdb_builder: $folder/gone.jsonl: cannot open the file: No such file or directory\n", 'one line';
        # Sorted runs that find no disk space: the workers themselves report it.
        my $build   = qq("$binary" build --quiet --threads $threads --memory 64k -o "$folder/a" "$input");
        my $limited = qx(sh -c 'trap "" XFSZ; ulimit -f 100; exec "\$@"' sh $build 2>&1);
        is $? >> 8, 1, "$threads threads: exit status 1";
        is $limited, qq(lmdb_builder: cannot write temporary data in "$folder" (choose another folder with --temp): File too large\n),
            'one line';
        ok !-e "$folder/a" && !-e "$folder/a.building", 'nothing is left';
    }
};

# Uses as many threads as a container allows, even if more were requested.
subtest 'fewer threads than asked for' => sub {
    my $user       = 60_000 + $$ % 5000;
    my $limited_to = sub { "setpriv --reuid=$user --clear-groups prlimit --nproc=$_[0]" };    # no other process has that user
    plan skip_all => 'needs root, setpriv and prlimit' if $> != 0 || system($limited_to->(2) . qq( test -x "$binary" 2>/dev/null)) != 0;
    plan skip_all => 'sanitizers have threads of their own' if grep { /SAN_OPTIONS$/ } keys %ENV;
    my $folder = folder();
    chmod 0777, $folder;
    my $input = spew("$folder/in.jsonl", join '', many_lines());
    build_ok('--threads', 1, '-o', "$folder/one", $input);

    for my $limit (2, 8, 20) {
        my $limited = qx(@{[$limited_to->($limit)]} "$binary" build --quiet --json --force --threads 64 -o "$folder/few" "$input" 2>&1);
        is $?, 0, "$limit threads are available: exit status 0" or diag $limited;
        my ($threads) = $limited =~ /"threads":(\d+)/;
        cmp_ok $threads, '<', $limit, "fewer than $limit workers ($threads), because other threads run, too" if defined $threads;
        is digest("$folder/few"), digest("$folder/one"), 'the same bytes';
    }
};

subtest 'memory' => sub {
    plan skip_all => 'sanitizers have memory of their own' if grep { /SAN_OPTIONS$/ } keys %ENV;
    my $folder = folder();
    my $mib    = 1 << 20;
    open my $file, '>', "$folder/in.jsonl" or die;
    for my $i (1 .. 40_000) {    # 80 MB: as sorted documents more than twice the size of the arenas
        print $file record($i, city => 'City ' . $i % 997, store_description => join ' ', map { 'word' . $i * $_ % 9973 } 1 .. 220);
    }
    close $file or die;
    for my $threads (1, 4) {
        my $result = run('build', '--force', '--json', '--quiet', '--threads', $threads, '--memory', '64M', '-o', "$folder/index",
            "$folder/in.jsonl");
        is $result->{code}, 0, 'built' or diag $result->{err};
        my %peak = map { $_->{name} => $_->{peak_memory_bytes} } @{ JSON::PP::decode_json($result->{out})->{stages} };
        for my $stage (qw(reading merging placing)) {
            # The fixed part of the memory in docs/builder.md, MEMORY USAGE. The rest is 1.3 times --memory.
            cmp_ok $peak{$stage}, '<', 1.3 * 64 * $mib + 4 * $threads * $mib, "$threads threads, $stage: within its memory";
        }
        cmp_ok $peak{reading}, '>', 40 * $mib, 'which it uses';
    }
};

subtest 'wrong numbers of threads' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in.jsonl", record(1));
    for my $threads (qw(0 -1 257 two 1.5)) {
        my $result = run('build', '-o', "$folder/index", "--threads=$threads", $input);
        is $result->{code}, 2, "--threads=$threads: exit status 2";
        like $result->{err}, qr/threads/, 'the message says why';
    }
};

done_testing;

# Runs of shards and parts, merged, give exactly the index of one build; an incomplete set, or a damaged run, is refused.
#
# needs: data
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use List::Util qw(shuffle sum0);
use Test::More;
use Time::HiRes     qw(sleep);
use Bizrec::Builder qw(binary folder run spew slurp digest record build_ok);
use Bizrec::Shards  qw(make_inputs summary);

my $binary = binary();

sub merge_ok {
    my (@arguments) = @_;
    my $result = run('merge', '--json', '--quiet', @arguments);
    is $result->{code}, 0, 'merged' or diag $result->{err};
    return $result;
}

# The command fails with one line that matches the pattern, and writes nothing.
sub refused {
    my ($what, $pattern, @arguments) = @_;
    my $output = folder() . '/index';
    my $result = run('merge', '--quiet', '-o', $output, @arguments);
    is $result->{code}, 1, "$what: exit status 1";
    like $result->{err}, qr/^lmdb_builder: [^\n]+\n\z/, "$what: one line";
    like $result->{err}, $pattern,                      "$what: the message says why";
    ok !-e $output && !-e "$output.building", "$what: nothing is left";
    return $result;
}

my ($all, @inputs) = make_inputs();

my $one         = folder() . '/index';
my $one_summary = summary(build_ok('--rejects', "$one.rejects", '--domains', "$one.domains", '-o', $one, @inputs));
cmp_ok $one_summary->{replaced}, '>', 50, 'ids with several versions';
my $digest = digest($one);

# Builds a run of each shard from all inputs. Returns their paths.
sub build_shards {
    my ($folder, $shards, @more) = @_;
    my @runs;
    for my $shard (1 .. $shards) {
        push @runs, "$folder/$shard.run";
        my $result = build_ok(@more, '--shard', "$shard/$shards", '-o', $runs[-1], shuffle @inputs);
        is $result->{err}, '', 'quiet';
    }
    return @runs;
}

for my $shards (1, 2, 3, 7) {
    subtest "$shards shards" => sub {
        my $folder = folder();
        my @runs   = build_shards($folder, $shards);
        my $result = merge_ok('-o', "$folder/index", '--domains', "$folder/domains", shuffle @runs);
        is digest("$folder/index"), $digest, 'the bytes of one build';
        is_deeply summary($result), $one_summary, 'its summary';
        is slurp("$folder/domains"),                  slurp("$one.domains"), 'its domain report';
        is run('verify', "$folder/index")->{code},    0,                     'sound';
        is sprintf('%o', (stat $runs[0])[2] & 07777), '444',                 'a run is read-only';
        is_deeply [glob "$folder/*.building"], [], 'nothing else is left';
    };
}

subtest 'the same bytes, whatever a shard was built with' => sub {
    my ($first, $second) = (folder(), folder());
    my @first  = build_shards($first, 3);
    my @second = build_shards($second, 3, '--memory', '64k', '--temp', folder());
    is digest($second[$_]), digest($first[$_]), 'run ' . ($_ + 1) for 0 .. 2;
};

subtest "each line counts in one shard, each reject is named by one" => sub {
    my $folder = folder();
    my (%sum, %rejected, @rejects);
    for my $shard (1 .. 5) {
        my $summary = summary(build_ok('--shard', "$shard/5", '--rejects', "$folder/rejects", '-o', "$folder/$shard.run", @inputs));
        ok $summary->{run_bytes} == -s "$folder/$shard.run", 'size';
        is $summary->{read}, $summary->{kept} + $summary->{replaced} + sum0(values %{ $summary->{rejected} }), 'adds up';
        $sum{$_}      += $summary->{$_}           for qw(read kept replaced);
        $rejected{$_} += $summary->{rejected}{$_} for keys %{ $summary->{rejected} };
        push @rejects, split /^/, slurp("$folder/rejects");
    }
    is $sum{$_}, $one_summary->{$_}, $_ for qw(read kept replaced);
    is_deeply \%rejected, $one_summary->{rejected}, 'rejected';
    is join('', sort @rejects), join('', sort split /^/, slurp("$one.rejects")), 'the rejects files together';
};

subtest 'parts: each input is read once' => sub {
    my $folder = folder();
    my @runs   = map { "$folder/$_.run" } 1 .. 3;
    build_ok('--part', "$_/3", '-o', $runs[$_ - 1], $inputs[$_ - 1]) for 1 .. 3;
    my $result = merge_ok('-o', "$folder/index", shuffle @runs);
    is digest("$folder/index"), $digest, 'the bytes of one build, though ids are in several parts';
    is_deeply summary($result), $one_summary, 'its summary';
    my @grid;
    for my $part (1 .. 3) {
        for my $shard (1 .. 2) {
            push @grid, "$folder/$part-$shard.run";
            build_ok('--part', "$part/3", '--shard', "$shard/2", '-o', $grid[-1], $inputs[$part - 1]);
        }
    }
    is_deeply summary(merge_ok('-o', "$folder/index", '--force', shuffle @grid)), $one_summary, 'shards of parts';
    is digest("$folder/index"), $digest, 'the bytes of one build';
    refused('a missing one', qr/of 6 runs 1 is missing: shard 1\/2 of part 2\/3$/, @grid[0, 1, 3, 4, 5]);
    refused(
        'a doubled one',
        qr/3-1\.run" and "\S+copy" are both shard 1\/2 of part 3\/3: give each once$/,
        @grid, spew("$folder/copy", slurp($grid[4]))
    );
};

subtest 'more runs than the memory holds at once' => sub {
    my $folder = folder();
    my @all    = split /^/, join '', @$all;
    my @runs;
    for my $part (1 .. 9) {
        push @runs, "$folder/$part.run";
        my $lot = spew("$folder/lot", join '', @all[grep { $_ % 9 == $part - 1 } 0 .. $#all]);
        build_ok('--part', "$part/9", '-o', $runs[-1], $lot);
    }
    my $temp   = folder();
    my $result = merge_ok('-o', "$folder/index", '--memory', '64k', '--temp', $temp, shuffle @runs);
    is digest("$folder/index"), $digest, 'the bytes of one build';
    is_deeply summary($result), $one_summary, 'its summary, replaced ones and all';
    my $told = run('merge', '--force', '-o', "$folder/index", '--memory', '64k', @runs);
    is join(' ', $told->{err} =~ /^(\w+): \d+\.\d s$/mg), 'joining merging placing writing indexing sealing', 'one line a stage';
    is_deeply [glob "$temp/*"], [], 'no temporary files are left';
};

subtest 'a shard without records' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in.jsonl", record(1));
    build_ok('-o', "$folder/one", $input);
    build_ok('--shard', "$_/4", '-o', "$folder/$_.run", $input) for 1 .. 4;
    merge_ok('-o', "$folder/index", map { "$folder/$_.run" } 1 .. 4);
    is digest("$folder/index"), digest("$folder/one"), 'is a run like others';
    my $empty = spew("$folder/empty.jsonl", "{\n");
    build_ok('--part', '1/1', '-o', "$folder/empty.run", $empty);
    refused('nothing but rejects', qr/no record could be kept of 1 read/, "$folder/empty.run");
};

subtest 'an incomplete set of runs is refused' => sub {
    my $folder = folder();
    my @runs   = build_shards($folder, 4);
    refused('one is missing',  qr/of 4 runs 1 is missing: shard 3\/4$/,              @runs[0, 1, 3]);
    refused('two are missing', qr/of 4 runs 2 are missing: shard 2\/4, shard 3\/4$/, @runs[0, 3]);
    refused('one is doubled',  qr/2\.run" and "\S+2\.run" are both shard 2\/4/,      @runs, $runs[1]);
    build_ok('--shard', '1/3', '-o', "$folder/other.run", @inputs);
    refused('another n',     qr/4 shards and 1 parts, "\S+other\.run" of 3 shards/, @runs[1 .. 3], "$folder/other.run");
    refused('an index',      qr/"\Q$one\E" is an index, no run/,                    @runs[0 .. 2], $one);
    refused('an input',      qr/"\Q$inputs[0]\E" is JSON, no run/,                  @runs[0 .. 2], $inputs[0]);
    refused('another file',  qr/b\.jsonl\.gz" is no run/,                           @runs[0 .. 2], $inputs[1]);
    refused('an empty file', qr/is empty/,                                          @runs[0 .. 2], spew("$folder/empty", ''));
    refused('a folder',      qr/is a directory/,                                    @runs[0 .. 2], $folder);
    refused('nothing there', qr/none\.run/,                                         @runs[0 .. 2], "$folder/none.run");
    my $own = run('merge', '--force', '-o', $runs[0], @runs);
    is $own->{code}, 1, 'a run as the output: exit status 1';
    like $own->{err}, qr/both an input and the output/, 'the message says why';
    merge_ok('-o', "$folder/index", @runs);
    my $again = run('merge', '-o', "$folder/index", @runs);
    is $again->{code}, 1, 'no --force: exit status 1';
    like $again->{err}, qr/exists.*--force/, 'the message says why';

    for my $command (['verify'], ['inspect'], ['query', '{}'], ['publish', "$folder/published"]) {
        my ($name, @body) = @$command;
        my $result = run($name, $runs[0], @body);
        is $result->{code}, 1, "$name of a run: exit status 1";
        like $result->{err}, qr/is a run of `build --shard`, no index/, 'the message says why';
    }
};

subtest 'runs by other rules' => sub {
    my $folder = folder();
    my @runs   = build_shards($folder, 2);
    my $list   = spew("$folder/psl.dat", "// VERSION: mine\ncom\nexample\n");
    build_ok('--psl', $list, '--shard', '2/2', '-o', "$folder/psl.run", @inputs);
    refused(
        'another suffix list',
        qr/1\.run" and "\S+psl\.run" have different public suffix lists \(\S+, mine\): .*--psl/,
        $runs[0], "$folder/psl.run"
    );
    build_ok('--psl', $list, '--shard', '1/2', '-o', "$folder/psl1.run", @inputs);
    build_ok('--psl', $list, '-o', "$folder/one", @inputs);
    merge_ok('-o', "$folder/index", "$folder/psl1.run", "$folder/psl.run");
    is digest("$folder/index"), digest("$folder/one"), 'the list comes with the runs: merge needs no --psl';
    spew("$folder/psl.dat", "// VERSION: other\ncom\nexample\n");
    build_ok('--psl', $list, '--shard', '2/2', '--force', '-o', "$folder/psl.run", @inputs);
    refused('the same rules by another name', qr/\(mine, other\)/, "$folder/psl1.run", "$folder/psl.run");
};

subtest 'damaged and cut off' => sub {
    my $folder  = folder();
    my @runs    = build_shards($folder, 2);
    my $sound   = slurp($runs[1]);
    my $refused = 0;
    for my $round (1 .. 40) {
        my $size   = int rand length $sound;
        my $result = run('merge', '--quiet', '-o', "$folder/index", $runs[0], spew("$folder/bad.run", substr $sound, 0, $size));
        ++$refused
            if $result->{code} == 1
            && $result->{err} =~ /bad\.run" is (?:a run that is cut off|no run|a damaged run)|bad\.run: is empty/
            && !-e "$folder/index";
    }
    is $refused, 40, 'cut off anywhere';
    $refused = 0;
    for my $round (1 .. 80) {
        my $bad = $sound;
        my $at  = int rand length $bad;
        substr($bad, $at, 1) ^= chr(1 << int rand 8);
        my $result = run('merge', '--quiet', '-o', "$folder/index", $runs[0], spew("$folder/bad.run", $bad));
        ++$refused if $result->{code} == 1 && $result->{err} =~ /bad\.run" is / && !-e "$folder/index";
    }
    is $refused, 80, 'one bit wrong anywhere';
    refused('bytes behind the end', qr/cut off/, $runs[0], spew("$folder/bad.run", "$sound\n"));
    my $newer = $sound;
    substr($newer, 8, 1) = "\x04";
    refused('a newer format', qr/format 4, this lmdb_builder reads format 3/, $runs[0], spew("$folder/bad.run", $newer));
};

subtest 'a shard build that is killed' => sub {
    my $folder = folder();
    my @runs   = build_shards($folder, 2);
    my $sound  = digest($runs[1]);
    my $whole  = 0;
    for my $round (1 .. 20) {
        chmod 0644, $runs[1];
        unlink $runs[1];
        my $child = fork;
        if ($child == 0) {
            exec $binary, 'build', '--quiet', '--shard', '2/2', '-o', $runs[1], @inputs or die;
        }
        sleep $round * 0.006;
        kill 'KILL', $child;
        waitpid $child, 0;
        if (-e $runs[1]) {
            is digest($runs[1]), $sound, "round $round: whole";
            ++$whole;
        }
        else {
            my $left   = "$runs[1].building/index";
            my $result = run('merge', '--quiet', '-o', "$folder/index", $runs[0], $left);
            # Between the sync and the rename the file is whole already.
            my $is_whole = -e $left && digest($left) eq $sound;
            is $result->{code}, $is_whole ? 0 : 1, "round $round: nothing that merge takes";
            chmod 0644, "$folder/index";
            unlink "$folder/index";
        }
    }
    note "$whole of 20 were done before the signal";
    build_ok('--force', '--shard', '2/2', '-o', $runs[1], @inputs);
    is digest($runs[1]), $sound, 'the next build sweeps';
    is_deeply [glob "$folder/*.building"], [], 'nothing is left';
};

subtest 'a merge that is killed' => sub {
    my $folder = folder();
    my @runs   = build_shards($folder, 2);
    build_ok('-o', "$folder/index", spew("$folder/old.jsonl", record(1)));
    my %whole = (digest("$folder/index") => 'old', $digest => 'new');
    for my $round (1 .. 15) {
        my $child = fork;
        if ($child == 0) {
            exec $binary, 'merge', '--quiet', '--force', '-o', "$folder/index", @runs or die;
        }
        sleep $round * 0.01;
        kill 'KILL', $child;
        waitpid $child, 0;
        ok $whole{ digest("$folder/index") }, "round $round: old or new, never mixed";
    }
};

subtest 'real records' => sub {
    plan skip_all => 'BIZREC_DATA is unset' unless $ENV{BIZREC_DATA};
    my $folder   = folder();
    my @files    = glob "$ENV{BIZREC_DATA}/records/*.jsonl.gz";
    my $expected = summary(build_ok('-o', "$folder/one", @files));
    my (@shards, @parts);
    for my $shard (1 .. 3) {
        push @shards, "$folder/shard$shard";
        build_ok('--shard', "$shard/3", '-o', $shards[-1], @files);
        push @parts, "$folder/part$shard";
        build_ok('--part', "$shard/3", '-o', $parts[-1], @files[grep { $_ % 3 == $shard - 1 } 0 .. $#files]);
    }
    is_deeply summary(merge_ok('-o', "$folder/shards", shuffle @shards)), $expected, 'summary, by shards';
    is digest("$folder/shards"), digest("$folder/one"), 'the bytes of one build, by shards';
    is_deeply summary(merge_ok('-o', "$folder/parts", '--memory', '16M', shuffle @parts)), $expected, 'summary, by parts';
    is digest("$folder/parts"), digest("$folder/one"), 'the bytes of one build, by parts';
};

done_testing;

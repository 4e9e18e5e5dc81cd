# An interrupted build leaves the old index; a second build of the same output fails.
#
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Test::More;
use Time::HiRes     qw(sleep);
use Bizrec::Builder qw(binary folder run spew slurp digest record lines build_ok start_build);
use Bizrec::Wait    qw(comes_true);

my $binary = binary();

# A build whose input never ends, ended by the signal. Returns its output.
sub interrupted {
    my ($signal, @arguments) = @_;
    my $folder = folder();
    my $log    = "$folder/log";
    my $child  = open my $pipe, '|-';
    if (!$child) {
        open STDERR, '>', $log or die;
        exec $binary, 'build', '--quiet', @arguments, '-' or die;
    }
    print {$pipe} lines();
    $pipe->flush;
    comes_true(sub {
        grep { -d "$_.building" } @arguments;
    });
    kill $signal, $child;
    waitpid $child, 0;
    return slurp($log);
}

for my $signal (qw(TERM INT HUP KILL)) {
    subtest "SIG$signal" => sub {
        my $folder = folder();
        my $index  = "$folder/index";
        build_ok('-o', $index, spew("$folder/in.jsonl", record(1)));
        my $before = digest($index);
        my ($child, $pipe) = start_build($index, [lines()], '--force');
        kill $signal, $child;
        waitpid $child, 0;
        isnt $? & 127,                    0,       'ended by the signal';
        is digest($index),                $before, 'the old index is whole';
        is run('verify', $index)->{code}, 0,       'and sound';
        ok !-e "$index.building", 'nothing is left' if $signal ne 'KILL';
        build_ok('--force', '-o', $index, "$folder/in.jsonl");
        ok !-e "$index.building", 'the next build sweeps';
    };
}

subtest 'the message says whether INDEX was replaced' => sub {
    my $folder = folder();
    my $index  = "$folder/index";
    is interrupted('INT', '-o', $index), qq{lmdb_builder: interrupted: "$index" is not made\n}, 'a first build';
    build_ok('-o', $index, spew("$folder/in.jsonl", record(1)));
    for my $signal (qw(INT TERM HUP)) {
        is interrupted($signal, '--force', '-o', $index), qq{lmdb_builder: interrupted: "$index" is as it was\n}, "SIG$signal";
    }
};

# Bug: the message named FILE.proof, an index that the user had not asked for.
subtest 'a delta' => sub {
    my $folder = folder();
    my $delta  = "$folder/a-b.delta";
    my @many   = map { record($_) } 1 .. 20_000;
    build_ok('-o', "$folder/$_->[0]", spew("$folder/in.jsonl", join '', @{ $_->[1] })) for ['a', \@many], ['b', [@many, record(0)]];
    my $child = fork;
    if ($child == 0) {
        open STDERR, '>', "$folder/log" or die;
        exec $binary, 'delta', '--quiet', '--threads', 1, '-o', $delta, "$folder/a", "$folder/b" or die;
    }
    comes_true(sub { -d "$delta.proof.building" });
    kill 'INT', $child;
    waitpid $child, 0;
    is slurp("$folder/log"), qq{lmdb_builder: interrupted: "$delta" is not made\n}, 'the message names the file that was asked for';
    is_deeply [glob "$delta*"], [], 'nothing is left';
};

subtest 'two builds at once' => sub {
    my $folder = folder();
    my $index  = "$folder/index";
    my ($child, $pipe) = start_build($index, [lines()], '--force');
    my $second = run('build', '--force', '-o', $index, spew("$folder/in.jsonl", record(1)));
    is $second->{code}, 1, 'the second is refused';
    like $second->{err}, qr/another build is writing "\Q$index\E"/, 'and the message says why';
    close $pipe;
    waitpid $child, 0;
    is $?,                            0, 'the first ends well';
    is run('verify', $index)->{code}, 0, 'its index is sound';
};

subtest 'killed at any moment' => sub {
    my $folder = folder();
    my $index  = "$folder/index";
    build_ok('-o', $index, spew("$folder/old.jsonl", record(1)));
    my %whole = (digest($index) => 'old');
    build_ok('-o', "$folder/new", spew("$folder/new.jsonl", join '', lines()));
    $whole{ digest("$folder/new") } = 'new';
    for my $round (1 .. 20) {
        my $child = fork;
        if ($child == 0) {
            exec $binary, 'build', '--quiet', '--force', '-o', $index, "$folder/new.jsonl" or die;
        }
        sleep $round * 0.01;
        kill 'KILL', $child;
        waitpid $child, 0;
        ok $whole{ digest($index) }, "round $round: old or new, never mixed";
    }
};

done_testing;

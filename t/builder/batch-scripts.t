# The scripts for GNU parallel and Slurm, and the Kubernetes manifest, of conf/batch: each gives exactly the index of one build.
#
# needs: root slurm parallel
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use File::Basename qw(basename);
use Test::More;
use Bizrec::Builder qw(binary folder spew slurp digest build_ok);
use Bizrec::Shards  qw(make_inputs);
use Bizrec::Slurm;

my $binary = binary();
my $batch  = "$Bizrec::Builder::repository/conf/batch";
my (undef, @inputs) = make_inputs();
my $one = folder() . '/index';
build_ok('-o', $one, @inputs);
my $digest = digest($one);

# The examples start $binary, under the name lmdb_builder.
my $path = folder();
symlink $binary, "$path/lmdb_builder" or die "symlink: $!";
local $ENV{PATH} = "$path:$ENV{PATH}";

subtest 'GNU parallel' => sub {
    plan skip_all => 'GNU parallel is not installed' unless `parallel --version 2>/dev/null` =~ /^GNU parallel/;
    my $folder = folder();
    local $ENV{HOME} = $folder;
    my $spaced = "$folder/with space & more.jsonl";
    symlink $inputs[0], $spaced or die;
    my $output = `bash "$batch/parallel.sh" 4 "$folder" "$folder/index" "$spaced" "$inputs[1]" "$inputs[2]" 2>&1 </dev/null`;
    is $?,                      0,       'parallel.sh' or diag $output;
    is digest("$folder/index"), $digest, 'the bytes of one build';
    # parallel once replaced "{}" and similar text, and read "%" as a format.
    my $odd = "$folder/{} {#} {= die =} {1} 100% \$HOME `x` it's \"q\"\n";
    mkdir $odd or die "$odd: $!";
    my @odd = map { "$odd/{} %d $_" } 1 .. 3;
    symlink $inputs[$_], $odd[$_] or die for 0 .. 2;
    is system('bash', '-c', 'exec "$@" >/dev/null 2>&1 </dev/null', 'bash', 'bash', "$batch/parallel.sh", 3, $odd, "$odd/{}", @odd),
        0, 'paths that parallel and a shell would read as something else';
    is digest("$odd/{}"), $digest, 'the bytes of one build';
    my $failed = `bash "$batch/parallel.sh" 4 "$folder" "$folder/none" "$folder/no such input" 2>&1 </dev/null`;
    isnt $?, 0, 'a job that fails stops it';
    like $failed, qr/no such input/, 'the message says why';
    ok !-e "$folder/none", 'nothing is merged';
};

# moreutils has a program of this name without the option --version.
subtest "moreutils' parallel is no GNU parallel" => sub {
    my $folder = folder();
    chmod 0755, spew("$folder/parallel", "#!/bin/sh\necho \"\$0: invalid option -- '-'\" >&2\nexit 1\n");
    local $ENV{PATH} = "$folder:$ENV{PATH}";
    my $said = `bash "$batch/parallel.sh" 2 "$folder" "$folder/index" "$inputs[0]" 2>&1 </dev/null`;
    is $?, 256, 'it is refused';
    is $said,
        "parallel.sh: needs GNU parallel, and $folder/parallel is here; moreutils has another program of that name:"
        . " apt-get install parallel\n",
        'by words that say what to do';
};

subtest 'Kubernetes, by hand: what the containers run' => sub {
    my @scripts = slurp("$batch/kubernetes.yaml") =~ /args:\n +- \|\n((?: {14}.*\n)+)/g;
    is scalar(@scripts), 2, 'two jobs';
    my $folder = folder();
    my $dumps  = folder();
    symlink $_, "$dumps/" . basename($_) or die for @inputs;
    local @ENV{qw(SHARDS DUMPS RUNS)} = (3, $dumps, $folder);
    for my $index (0 .. 2) {
        local $ENV{JOB_COMPLETION_INDEX} = $index;
        is system('/bin/sh', '-euc', "exec >/dev/null 2>&1; $scripts[0]"), 0, "completion $index";
    }
    is system('/bin/sh', '-euc', "exec >/dev/null 2>&1; $scripts[1]"), 0,       'merge';
    is digest("$folder/index.mdb"),                                    $digest, 'the bytes of one build';
};

subtest 'more parts than inputs' => sub {
    local @ENV{qw(SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_COUNT RUNS)} = (4, 4, folder());
    my $said = `bash "$batch/slurm-part.sh" "$inputs[0]" "$inputs[1]" 2>&1 </dev/null`;
    is $? >> 8, 2,                                                 'exit status 2';
    is $said,   "task 4 has no input: no more than --array=1-2\n", 'the message says what to do';
};

subtest 'Slurm' => sub {
    my $slurm = eval { Bizrec::Slurm->start };
    if (!$slurm) {
        chomp(my $why = $@);
        plan skip_all => "no Slurm here: $why";
    }
    for my $case (['shard', 4], ['part', 2]) {
        my ($kind, $jobs) = @$case;
        my $folder = folder();
        my $export = "--export=ALL,MEMORY=64M,RUNS=$folder";
        my $array  = $slurm->submit('--parsable', '--mem=100', "--array=1-$jobs", $export, "$batch/slurm-$kind.sh", @inputs);
        like $array, qr/^\d+$/, "an array of $jobs jobs";
        my ($output, $code) =
            $slurm->submit('--wait', '--mem=100', "--dependency=afterok:$array", $export, "$batch/slurm-merge.sh", "$folder/index");
        is $code, 0, 'then the merge' or diag $output, $slurm->output;
        is digest("$folder/index"), $digest, 'the bytes of one build';
        next if $kind eq 'part';
        my $first = digest("$folder/1.run");
        chmod 0644, "$folder/1.run";
        unlink "$folder/1.run";
        $slurm->submit('--wait', '--mem=100', '--array=1', "$export,COUNT=$jobs", "$batch/slurm-$kind.sh", @inputs);
        is digest("$folder/1.run"), $first, 'one of them alone, again';
    }
};

done_testing;

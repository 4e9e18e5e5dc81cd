# publish, rollback and build, killed at system calls that change files and at random moments: `current` and the output
# are the old index or the new one, whole, and the next run removes the leftovers. If the same calls fail: exit status 1, and
# nothing has changed. BIZREC_KILLS: number of random moments; BIZREC_SEED: other random numbers.
#
# needs: compiler
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use File::Copy qw(copy);
use JSON::PP;
use POSIX ();
use Test::More;
use Time::HiRes         qw(sleep time);
use Bizrec::Builder     qw(binary digest folder lines must_run record run spew);
use Bizrec::Published   qw(generation_of key_pair problem_of published_files sample_index);
use Bizrec::SpoiltCalls qw($step failed_everywhere first_call killed_everywhere spoilt spoilt_calls);

# The folder is in memory if the system allows it, because these runs sync thousands of times.
$ENV{TMPDIR} = '/dev/shm' if -d '/dev/shm' && -w '/dev/shm';

my $binary     = binary();
my $work       = folder();
my @generation = map { sample_index("$work/$_.mdb", $_) } 0 .. 3;
my ($private, $public) = key_pair("$work/ours");
my $other_private = (key_pair("$work/other"))[0];

my $faults = spoilt_calls($work, $binary);

# A case: the folder before; the command; `again`, the run after a killed one, if it differs; the generations that were current
# and become current. {folder} and {incoming} are replaced by copies of the prepared ones.
my %base = map { $_ => "$work/base-$_" } qw(one two three damaged signed incoming);
must_run('publish', '--quiet', "$work/0.mdb",  $base{one});
must_run('publish', '--quiet', "$work/$_.mdb", $base{two})     for 0, 1;
must_run('publish', '--quiet', "$work/$_.mdb", $base{three})   for 0, 1, 2;
must_run('publish', '--quiet', "$work/$_.mdb", $base{damaged}) for 1, 0;
must_run('publish', '--quiet', '--key',        $private, "$work/$_.mdb", $base{signed}) for 1, 0;
mkdir $base{incoming};
copy("$base{signed}/$generation[1].$_", "$base{incoming}/$generation[1].$_") for qw(mdb json sig);
chmod 0644, "$base{damaged}/$generation[1].mdb";
truncate "$base{damaged}/$generation[1].mdb", 100_000;

my @cases = (
    { what => 'the first publish', base => undef, command => ['publish', '--quiet', "$work/0.mdb", '{folder}'], from => undef, to => 0 },
    {
        what    => 'publish',
        base    => 'one',
        command => ['publish', '--quiet', '--key', $private, "$work/1.mdb", '{folder}'],
        from    => 0,
        to      => 1
    },
    {
        what    => 'publish --trust --move',
        base    => 'one',
        from    => 0,
        to      => 1,
        command => ['publish', '--quiet', '--trust', $public, '--move', "{incoming}/$generation[1].mdb", '{folder}'],
    },
    {
        what    => 'publish that removes',
        base    => 'three',
        command => ['publish', '--quiet', '--keep', 2, "$work/3.mdb", '{folder}'],
        from    => 2,
        to      => 3
    },
    {
        what    => 'publish of one that is there',
        base    => 'two',
        command => ['publish', '--quiet', "$work/0.mdb", '{folder}'],
        from    => 1,
        to      => 0
    },
    {
        what    => 'publish over a damaged file',
        base    => 'damaged',
        command => ['publish', '--quiet', "$work/1.mdb", '{folder}'],
        from    => 0,
        to      => 1
    },
    {
        what    => 'publish that signs anew',
        base    => 'signed',
        from    => 0,
        to      => 0,
        command => ['publish', '--quiet', '--key', $other_private, "$work/0.mdb", '{folder}'],
    },
    {
        what    => 'rollback',
        base    => 'two',
        command => ['rollback', '--quiet', '{folder}'],
        from    => 1,
        to      => 0,
        again   => ['rollback', '--quiet', '{folder}', '--to', $generation[0]],
    },
);

# Folder and incoming folder at the beginning of the case.
sub fresh {
    my ($case) = @_;
    my $place  = folder();
    my %copied = (incoming => 'incoming', defined $case->{base} ? (folder => $case->{base}) : ());
    for my $to (keys %copied) {
        mkdir "$place/$to" or die $!;
        for my $name (@{ published_files($base{ $copied{$to} }) }) {
            my $from = "$base{$copied{$to}}/$name";
            (-l $from ? symlink readlink $from, "$place/$to/$name" : link $from, "$place/$to/$name") or die $!;
        }
    }
    return $place;
}

sub filled {
    my ($command, $place) = @_;
    return map { s/\{(\w+)\}/$place\/$1/gr } @$command;
}

sub names { return -e $_[0] ? join(' ', @{ published_files($_[0]) }) : '' }

# The faults after a killed run; empty: none.
sub problem_after_kill {
    my ($case, $place, $expected) = @_;
    my @whole   = map { $generation[$_] } grep { defined } @{$case}{qw(from to)};
    my $folder  = "$place/folder";
    my $problem = problem_of($folder, \@whole, verify => 1, none => !defined $case->{from});
    return $problem if $problem ne '';
    my $index = "$place/incoming/$generation[1].mdb";
    my $gone  = $case->{what} =~ /--move/ && !-e $index;
    return 'the index is lost' if $gone && readlink("$folder/current") ne "$generation[1].mdb";
    my @again = $gone ? ('publish', '--quiet', "$folder/current", $folder) : filled($case->{again} || $case->{command}, $place);
    my $next  = run(@again);
    return "the next run: $next->{err}"                                              if $next->{code} != 0;
    return 'after the next run there are ' . names($folder) . ", expected $expected" if names($folder) ne $expected;
    return problem_of($folder, [$generation[$case->{to}]]);
}

# The faults after a run whose call failed.
sub problem_after_error {
    my ($case, $place, $result, $before, $expected) = @_;
    my $folder = "$place/folder";
    if ($result->{code} == 0) {
        return problem_of($folder, [$generation[$case->{to}]]);
    }
    return "exit status $result->{code}, signal $result->{signal}" if $result->{code} != 1;
    return "message $result->{err}" if $result->{err} !~ /\Almdb_builder: .*(?:No space left on device|Input\/output error)[^\n]*\n\z/;
    my $problem =
        problem_of($folder, [map { $generation[$_] } grep { defined } $case->{from}], verify => 1, none => !defined $case->{from});
    return $problem if $problem ne '';
    my $names = names($folder) =~ s/^history$//r;    # an empty history counts as none
    return "there are $names, there were $before" if $names ne $before;
    my $next = run(filled($case->{command}, $place));
    return "the next run: $next->{err}"                                              if $next->{code} != 0;
    return 'after the next run there are ' . names($folder) . ", expected $expected" if names($folder) ne $expected;
    return problem_of($folder, [$generation[$case->{to}]]);
}

SKIP: {
    skip 'no compiler, or a sanitized builder', scalar @cases unless $faults;
    for my $case (@cases) {
        subtest $case->{what} => sub {
            my $place  = fresh($case);
            my $before = names("$place/folder");
            my $whole  = run(filled($case->{command}, $place));
            is $whole->{code}, 0, 'undisturbed' or diag $whole->{err};
            my $expected = names("$place/folder");
            my $begin    = sub { my $to = fresh($case); return ($to, filled($case->{command}, $to)) };
            killed_everywhere(
                $faults,
                begin     => $begin,
                problem   => sub { my ($at) = @_; return problem_after_kill($case, $at, $expected) },
                min_calls => 15
            );
            my @errors = (['ENOSPC', POSIX::ENOSPC()], ['EIO', POSIX::EIO()]);
            pop @errors if $case->{what} ne 'publish';    # the same calls as for publish

            for my $error (@errors) {
                failed_everywhere(
                    $faults, @$error,
                    begin       => $begin,
                    min_refused => 11,
                    problem     => sub { my ($at, $result) = @_; return problem_after_error($case, $at, $result, $before, $expected) }
                );
            }
        };
    }
}

SKIP: {
    skip 'no compiler, or a sanitized builder', 2 unless $faults;
    subtest 'SIGTERM during publish' => sub {
        my $case = $cases[1];
        my @wrong;
        for (my $n = first_call($step);; $n += $step) {
            my $place  = fresh($case);
            my $result = spoilt($faults, $n, 'term', filled($case->{command}, $place));
            last unless defined $result->{call};
            push @wrong, "$n, $result->{call}: signal $result->{signal}" if $result->{signal} != 15;
            # If the staging folder is being made or removed, only the next run can clean up.
            push @wrong, "$n, $result->{call}: left the staging folder"
                if $result->{call} !~ /^(?:mkdir|mkdirat|unlink|rmdir)$/ && -e "$place/folder/.publishing";
            my $problem = problem_of("$place/folder", [@generation[0, 1]]);
            push @wrong, "$n, $result->{call}: $problem" if $problem ne '';
        }
        is_deeply \@wrong, [], 'what it has staged is gone, current is whole';
    };

    subtest 'build' => sub {
        my $records = spew("$work/new.jsonl", join '', lines());
        my @build   = ('build', '--quiet', '--force', '-o', "$work/out/index", $records);
        mkdir "$work/out";
        my $old = sample_index("$work/out/index", 9);
        copy("$work/out/index", "$work/old-index");
        is run(@build)->{code}, 0, 'undisturbed';
        my $new   = generation_of("$work/out/index");
        my $begin = sub {
            unlink "$work/out/index";
            link "$work/old-index", "$work/out/index" or die $!;
            return ("$work/out", @build);
        };
        my $problem = sub {
            my ($allowed) = @_;
            my $name = generation_of("$work/out/index");
            return "the index is $name" unless grep { $_ eq $name } @$allowed;
            return run('verify', '--quiet', "$work/out/index")->{err};
        };
        killed_everywhere(
            $faults,
            begin   => $begin,
            problem => sub {
                my $found = $problem->([$old, $new]);
                my $next  = run(@build);
                $found ||= "the next build: $next->{err}" if $next->{code} != 0;
                $found ||= 'left ' . names("$work/out")   if names("$work/out") ne 'index';
                return $found;
            },
            min_calls => 15
        );
        failed_everywhere(
            $faults, 'ENOSPC',
            POSIX::ENOSPC(),
            begin   => $begin,
            problem => sub {
                my (undef, $result) = @_;
                my $found = $result->{code} == 0 ? $problem->([$new]) : $problem->([$old, $result->{call} eq 'fsync' ? $new : ()]);
                $found ||= "exit status $result->{code}, $result->{err}"
                    if $result->{code} > 1 || ($result->{code} == 1 && $result->{err} !~ /No space left/);
                run(@build) if names("$work/out") ne 'index';
                return $found;
            }
        );
    };
}

subtest 'random instants' => sub {
    my $rounds = $ENV{BIZREC_KILLS} || 50;
    my $seed   = $ENV{BIZREC_SEED}  || time ^ $$;
    srand $seed;
    note "BIZREC_SEED=$seed";
    my $records =
        spew("$work/many.jsonl", join '', map { record($_, business_name => "Business $_ of many", city => 'City ' . $_ % 97) } 1 .. 3000);
    my @index = map { "$work/large-$_.mdb" } 0 .. 2;
    my @name  = map {
        my $built = run('build', '--quiet', '--json', '-o', $index[$_], $records, spew("$work/one.jsonl", record(1_000_000 + $_)));
        JSON::PP->new->decode($built->{out})->{generation};
    } 0 .. 2;
    my $folder = "$work/killed";
    run('publish', '--quiet', $_, $folder) for @index;
    my $output = "$work/built";
    copy($index[0], $output);
    my %sound = map { digest($_) => 1 } @index;

    my %kinds = (
        publish  => sub { my ($i) = @_; return ('publish',  '--quiet', $index[$i], $folder) },
        rollback => sub { my ($i) = @_; return ('rollback', '--quiet', $folder,    '--to', $name[$i]) },
        build    => sub {
            my ($i) = @_;
            return ('build', '--quiet', '--force', '-o', $output, $records, spew("$work/one.jsonl", record(1_000_000 + $i)));
        },
    );
    my %seconds;
    for my $kind (sort keys %kinds) {
        my $start = time;
        for my $i (0, 1) { is run($kinds{$kind}->($i))->{code}, 0, "$kind, undisturbed" }
        $seconds{$kind} = (time - $start) / 2;
    }
    my ($killed, @wrong) = (0);
    for my $round (1 .. $rounds) {
        my $kind    = (sort keys %kinds)[$round % 3];
        my $before  = readlink("$folder/current") =~ s/\.mdb\z//r;
        my $i       = int rand 3;
        my @command = $kinds{$kind}->($i);
        pipe my $started, my $hold or die;    # closed by the exec
        my $child = fork;
        die "fork: $!" unless defined $child;
        exec $binary, @command or POSIX::_exit(127) if $child == 0;
        close $hold;
        sysread $started, my $nothing, 1;
        sleep rand 1.1 * $seconds{$kind};
        kill 'KILL', $child;
        waitpid $child, 0;
        my $signal = $? & 127;
        ++$killed if $signal == 9;
        my $found   = $signal == 9 || $? == 0 ? ''        : "exit status $?";
        my @allowed = $kind eq 'build'        ? ($before) : ($before, $name[$i]);
        $found ||= problem_of($folder, \@allowed, verify => 1);
        $found ||= 'the output is neither old nor new' unless $sound{ digest($output) };

        if ($found eq '' && $round % 5 == 0) {
            $found = join '', map { run($kinds{$_}->($i))->{err} } 'rollback', 'publish', 'build';
            $found ||= 'left ' . names($folder) if names($folder) =~ /publishing/ || -e "$output.building";
        }
        push @wrong, "round $round, $kind: $found" if $found ne '';
    }
    is_deeply \@wrong, [], "$killed of $rounds runs were killed before their end: current and output are whole, the next run sweeps";
    cmp_ok $killed, '>', 0, 'some were';
};

done_testing;

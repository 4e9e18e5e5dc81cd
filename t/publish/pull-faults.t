# lmdb_builder pull over HTTP, killed at system calls that change files, with each of them failing, and on a full disk. In
# addition ten edges with one source that lies and breaks off, while pulls are killed at random: all end with the publisher's
# generation, and at no moment did one have an unsigned one. BIZREC_ROUNDS: rounds of the ten edges; BIZREC_SEED: other random
# numbers.
#
# needs: compiler root
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder qw(binary folder run slurp spew);
use Bizrec::FaultySource;
use Bizrec::Published   qw(key_pair ok_publish problem_of sample_index);
use Bizrec::Pulls       qw(edge large_index leftovers pull pulled refused_pull);
use Bizrec::SpoiltCalls qw($slow_step $step call_spoilt first_call spoilt_call spoilt_calls);
use POSIX               ();
use Test::More;

# The folder is in memory if the system allows it, because these runs sync thousands of times.
$ENV{TMPDIR} = '/dev/shm' if -d '/dev/shm' && -w '/dev/shm';

my $binary = binary();
my $work   = folder();
my ($private, $public) = key_pair("$work/key");
my @small     = map { sample_index("$work/$_.mdb", $_) } 0 .. 3;
my $published = folder();
my $source    = Bizrec::FaultySource->new($published);
my %from      = (BIZREC_SOURCE => $source->url, BIZREC_TRUST => $public, BIZREC_RESERVE => 0);

my $faults = spoilt_calls($work, $binary);

# A pull with a fault at its n-th call: (exit, output, signal, call); the call is undefined if it has fewer.
sub spoilt {
    my ($n, $what, $root) = @_;
    my @result = pull($root, { %from, spoilt_call($faults, $n, $what) }, '--stall', 60);
    return (@result, call_spoilt($faults));
}

# The faults of an edge that may have one of these generations, and after its next pull must have the last one.
sub problem_after {
    my ($root, @generations) = @_;
    my $problem = -e "$root/published" ? problem_of("$root/published", \@generations, verify => 1, none => 1) : '';
    return $problem if $problem ne '';
    my ($exit, $said) = pull($root, \%from);
    return "the next pull: $said" if $exit != 0;
    my $left = leftovers($root);
    return "left @$left" if @$left;
    return problem_of("$root/published", [$generations[-1]]);
}

# The root of an edge that has the first generation, or none.
sub served_edge {
    my ($has_first, $was) = @_;
    my $root = edge();
    return $root if !$has_first;
    mkdir $root;
    system('cp', '-a', $was, "$root/published") == 0 or die;
    return $root;
}

SKIP: {
    skip 'no compiler, or a sanitized builder', 2 unless $faults;
    ok_publish('the first', '--key', $private, "$work/0.mdb", $published);
    my $first = edge();
    pulled('an edge', $first, $small[0], \%from);
    ok_publish('the second', '--deltas', '--key', $private, "$work/1.mdb", $published);
    my $no_delta = ['*.delta', 'status', 404];
    for my $case (['packed', 0], ['packed', 1, $no_delta], ['plain', 1, $no_delta, ['*.zst', 'status', 404]], ['deltas', 1]) {
        my ($way, $has_first, @lies) = @$case;
        my $name = "$way, an edge with " . ($has_first ? 'an index' : 'nothing');
        $source->faults(@lies);
        my $each = $way eq 'deltas' ? $slow_step : $step;    # applying a delta is a build
        my (%calls, %refused, @wrong);
        for my $what ('before', POSIX::ENOSPC()) {
            for (my $n = first_call($each);; $n += $each) {
                my $root = served_edge($has_first, "$first/published");
                my ($exit, $said, $signal, $call) = spoilt($n, $what, $root);
                last unless defined $call;
                $calls{$call}++ if $what eq 'before';
                push @wrong, "$n, $call: not killed" if $what eq 'before' && $signal != 9;
                $refused{ $exit ? 1 : 0 }++ if $what ne 'before';
                unlink glob "'$root/incoming/*.refused'";
                my $problem = problem_after($root, @small[0, 1]);
                push @wrong, "$n, $call, $what: $problem" if $problem ne '';
            }
        }
        is_deeply \@wrong, [], "$name: SIGKILL before each call, or no space: " . join ' ', map { "$_*$calls{$_}" } sort keys %calls;
        cmp_ok $step * ($refused{1} // 0), '>', 10, "$name: most failures matter" if $way ne 'deltas';    # it goes on with the packed file
    }
    $source->requests;
    for my $fault (['cut', 20], ['stall', 20], ['shorter'], ['status', 500]) {
        my $root = served_edge(1, "$first/published");
        $source->faults(['*.delta', @$fault]);
        my ($exit, $said) = pull($root, \%from, '--stall', 1);
        is $exit, 0, "a delta that fails each time (@$fault) does not keep the edge from the packed file" or diag $said;
        is problem_of("$root/published", [$small[1]]), '', '... which it serves';
        is_deeply leftovers($root), [], '... with nothing left';
        my @asked = map { $_->{name} =~ /\.(delta|zst)\z/ } $source->requests;
        is_deeply \@asked, [$fault->[0] eq 'status' ? 'delta' : ('delta') x 2, 'zst'], '... after two tries of a broken transfer';
    }
    $source->faults;
}

subtest 'a full disk' => sub {
    my $disk = folder();
    plan skip_all => 'root alone can make a small disk'
        if $> != 0 || system("mount -t tmpfs -o size=6m bizrec-test $disk 2>/dev/null") != 0;
    ok_publish('a large one', '--key', $private, '--max-shrink', '100%', large_index("$work/large.mdb", 'Large'), $published);
    my $large = readlink("$published/current") =~ s/\.mdb//r;
    $source->requests;
    for (1, 2) {
        refused_pull('too small', "$disk/edge", undef, "no room for generation $large: it has \\S+ MiB, and .*incoming has \\S+ MiB free",
            \%from);
    }
    is_deeply [grep { /mdb/ } map { $_->{name} } $source->requests], [], 'no byte of the index came';
    system("mount -o remount,size=64m $disk") == 0 or die;
    refused_pull('the reserve', "$disk/edge", undef, '60\.0 MiB stay for others', { %from, BIZREC_RESERVE => '60M' });
    pulled('enlarged', "$disk/edge", $large, \%from);
    system("umount $disk") == 0 or diag "umount $disk";
};

subtest 'ten edges' => sub {
    my $seed = $ENV{BIZREC_SEED} || time ^ $$;
    srand $seed;
    note "BIZREC_SEED=$seed";
    my $rounds = $ENV{BIZREC_ROUNDS} || 8;
    my $large  = large_index("$work/other.mdb", 'Other');
    my @index  = ((map { "$work/$_.mdb" } 0 .. 3), $large);
    my @name   = (@small, undef);
    my @edges  = map { edge() } 1 .. 10;
    my (@wrong, %outcome, @published);

    # Edges may serve every generation that was ever signed, but none older than one that they have seen.
    my $publish = sub {
        my ($number) = @_;
        ok_publish("publish $number", '--key', $private, '--force', '--keep', 20, $index[$number], $published);
        push @published, readlink("$published/current") =~ s/\.mdb//r;
        copy_current(scalar @published);
    };
    my $random_fault = sub {
        my $file = ('*.zst', '*.mdb', 'current.json', '*.json', '*.sig')[rand 5];
        my $old  = 1 + int rand @published;
        return [
            $file,
            @{
                (
                    ['cut', int rand 3_000_000], ['flip', int rand 2000],
                    ['status', 500],             ['longer'],
                    ['shorter'],                 ['chunked'],
                    ['no_ranges'],               ['wrong_range'],
                    ['instead', "$work/current-$old.json"]
                )[rand 9]
            }
        ];
    };
    for my $round (1 .. $rounds) {
        $publish->($round % 2 ? 4 : int rand 4);
        $source->faults(map { $random_fault->() } 1 .. 3);
        my @running = map {
            my $root  = $_;
            my $child = fork // die "fork: $!\n";
            if (!$child) {
                local @ENV{ keys %from } = values %from;
                open STDOUT, '>',  '/dev/null' or die;
                open STDERR, '>&', \*STDOUT    or die;
                exec $binary, 'pull', '--root', $root, '--stall', 60 or POSIX::_exit(127);
            }
            [$root, $child]
        } @edges;

        # Some pulls are killed after some more answers of the source.
        for my $edge (@running) {
            kill 'KILL', $edge->[1] if rand() < 0.2;
        }
        for my $edge (@running) {
            waitpid $edge->[1], 0;
            $outcome{ $? & 127 ? 'killed' : $? >> 8 }++;
            next if !-e "$edge->[0]/published";
            my $problem = problem_of("$edge->[0]/published", \@published, none => 1);
            push @wrong, "round $round: $problem" if $problem ne '';
        }
    }
    is_deeply \@wrong, [], 'nobody had anything but a signed generation: ' . join ', ', map { "$_: $outcome{$_}" } sort keys %outcome;
    $source->faults;
    for my $root (@edges) {
        unlink glob "'$root/incoming/*.refused' '$root/incoming/*.wrong'";
        my ($exit, $said) = pull($root, \%from);
        push @wrong, $said if $exit != 0 || problem_of("$root/published", [$published[-1]], verify => 1) ne '' || @{ leftovers($root) };
    }
    is_deeply \@wrong, [], 'and all end with the newest';
};

done_testing;

# Keeps a copy of current.json, as a stale cache does.
sub copy_current {
    my ($number) = @_;
    spew("$work/current-$number.json", slurp("$published/current.json"));
    return;
}

# Exchanges of three edges are lost, repeated, late and killed, and the centre is dead for an hour. Finally the sums of all
# edges and of the centre match to the millicredit, and the deliveries beyond the balance are within the bound of
# docs/credits.md.
#   BIZREC_EXCHANGES   rounds of exchanges with faults (12; the night: 60)
#   BIZREC_SEED        for their order (13)
#
# needs: postgresql
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(quoted run slurp);
use Bizrec::Edges   qw(
    @names %ledger all_agree charged credits lines_of meter meter_program meter_well new_centre new_ledgers real_psql settings_of
    start_centre
);
use Bizrec::Wait qw(comes_true);
use Fcntl        qw(LOCK_EX LOCK_NB);
use List::Util   qw(max min shuffle sum0);
use Test::More;
use Time::HiRes qw(usleep);

my $centre = start_centre();
my $rounds = $ENV{BIZREC_EXCHANGES} || 12;

# Random numbers from 0 to 1 that only this test uses. rand() would not repeat in the next run, because File::Temp calls it too,
# more or less often before an exchange is killed.
my $state = $ENV{BIZREC_SEED} || 13;

sub random {
    $state = ($state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return int($state / 65_536) / 32_768;
}
$List::Util::RAND = \&random;

# Starts an exchange and kills bizrec-meter after some time, with all its processes or alone. If it is killed alone, its psql
# may go on.
sub meter_killed {
    my ($name, $microseconds) = @_;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        setpgrp;
        my %settings = settings_of($name);
        @ENV{ keys %settings } = values %settings;
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec { meter_program() } meter_program() or die;    # a list of one word, so no shell splits it
    }
    # Each kill comes at another point of the exchange's work.
    usleep $microseconds;
    kill(random() < 0.5 ? -9 : 9, $pid);
    waitpid $pid, 0;
    return;
}

# A psql that survives its killed bizrec-meter has the lock, and another exchange would report that.
sub wait_for_orphans {
    my ($name) = @_;
    my $is_free = sub {
        open my $lock, '>>', "$ledger{$name}.meter/.lock" or die "lock: $!\n";
        return flock $lock, LOCK_EX | LOCK_NB;
    };
    comes_true($is_free) or die "an exchange of $name does not end\n";
    return;
}

# Folders of late messages.
sub kept { my %of = settings_of('fra1'); return glob "$of{FAULT_LATE}/*" }

# Delivers a late message: a push reaches the centre, and the answer to a pull reaches its edge.
sub deliver {
    my ($kept) = @_;
    my ($user, $name) = $kept =~ m{/(bizrec_(\w+))\.\w+\z};
    my @arguments = split /\n/, slurp("$kept/arguments");
    my $line      = join ' ', map { quoted($_) } real_psql(), @arguments;
    local @ENV{qw(PGHOST PGUSER PGDATABASE PGCLIENTENCODING)} = ($centre->socket, $user, 'billing', 'UTF8');
    my $answer = qx{$line < $kept/script};
    is($?, 0, "late: $user");
    if ($answer =~ /"type"/) {
        my $import = run({ stdin => $answer =~ s/\A.*\n//r }, 'credits', 'import', '--quiet', $ledger{$name}, '-');
        $import->{code} == 0 or die $answer;
    }
    system 'rm', '-r', $kept;
    return;
}

# Charges an edge in an interval: at most $rate rows of one credit each, as long as its ledger covers them.
my ($rate,  $team) = (5, 'acme');
my (%spent, %history);

# Returns (rows, bound). `rows`: the rows that an edge delivers in an interval, as its ledger allows. `bound`: the maximum that
# the other edges can have charged without its knowledge, which is their rate times the age of its news.
sub serve {
    my ($name, $tick) = @_;
    my %known = map { $_->{edge} =~ s{/.*}{}r => $_->{spent_millicredits} } lines_of($name, 'counter');
    my $left  = sum0(map { $_->{millicredits} } lines_of($name, 'grant')) - sum0(values %known);
    my $rows  = min($rate, max(0, int($left / 1000)));
    my $bound = 0;
    for my $other (grep { $_ ne $name } @names) {
        my $seen = max(-1, grep { $history{$other}[$_] <= ($known{$other} // 0) } 0 .. $#{ $history{$other} });
        $bound += $rate * 1000 * ($tick - $seen);
    }
    charged($name, $team, $spent{$name} += $rows * 1000) if $rows > 0;
    return ($rows, $bound);
}

# Plays one interval: each edge serves, then exchanges by $exchange. Returns the bound for the edges that have charged.
sub interval {
    my ($tick, $exchange) = @_;
    my $bound = 0;
    for my $name (shuffle @names) {
        my ($rows, $at) = serve($name, $tick);
        $bound = max($bound, $at) if $rows > 0;
        $history{$name}[$tick] = $spent{$name};
    }
    $exchange->($_) for shuffle @names;
    return $bound;
}

sub start_serving {
    my ($credits) = @_;
    new_centre();
    new_ledgers();
    %spent   = map { $_ => 0 } @names;
    %history = map { $_ => [] } @names;
    credits('grant', $ledger{ $names[$_ % 3] }, $team, $credits / 4, '--id', "INV-$_") for 0 .. 3;
    meter_well($_) for @names, @names;
    return;
}

sub check_sums {
    my ($what, $granted, $bound) = @_;
    my $total = sum0(values %spent);
    is_deeply(all_agree($what), ["$team " . $granted * 1000 . " $total"], "$what: all that was charged, and no more");
    my $overshoot = max(0, $total - $granted * 1000);
    cmp_ok($overshoot, '<=', $bound, "$what: delivered beyond the balance within the bound");
    note("$what: $total of ${granted}000 millicredits, $overshoot beyond, the bound $bound");
    return $overshoot;
}

subtest 'lost, repeated, late and killed exchanges' => sub {
    my $credits = $rounds * 10;
    start_serving($credits);
    my @faults = ('', qw(lost unanswered twice late));
    my %count;
    my $exchange = sub {
        my ($name) = @_;
        if (random() < 0.25) { $count{killed}++; meter_killed($name, int 250_000 * random()); return }
        my ($push, $pull) = map { $faults[@faults * random()] } 1, 2;
        wait_for_orphans($name);
        my ($status, $said) = meter($name, FAULT_PUSH => $push, FAULT_PULL => $pull);
        my $is_whole = $push =~ /^(?:twice)?$/ && $pull =~ /^(?:twice)?$/;
        $count{ $is_whole ? 'whole' : 'broken' }++;
        my $expected = $is_whole ? 0 : 1;
        is($status, $expected, "push $push, pull $pull: exit status") or diag $said if $status != $expected;
    };
    my $bound = 0;
    for my $tick (0 .. $rounds - 1) {
        $bound = max($bound, interval($tick, $exchange));
        my @kept = kept();
        deliver($_) for grep { random() < 0.2 } shuffle @kept;
    }
    my @kept = shuffle kept();
    cmp_ok(scalar @kept, '>', 0, 'some are still to arrive');
    deliver($_)                                       for @kept;
    cmp_ok($count{$_} || 0, '>', 0, "$_: $count{$_}") for qw(killed whole broken);
    wait_for_orphans($_)                              for @names;
    check_sums('faults', $credits, $bound);
};

# An exchange every two minutes, and no centre for an hour.
subtest 'a centre that is dead for an hour' => sub {
    start_serving(240);
    my $bound = 0;
    for my $tick (0 .. 39) {
        my $is_alive = $tick < 10;
        $centre->stop('immediate') if $tick == 10;
        my $exchange = sub {
            my ($name) = @_;
            my ($status, $said) = meter($name, $is_alive ? () : (PATH => $ENV{PATH}));
            fail("$name exchanges: $said") if ($status == 0) != $is_alive;
        };
        $bound = max($bound, interval($tick, $exchange));
    }
    my ($status, $said) = meter('fra1');
    is($status, 1, 'without a centre: exit status 1');
    like($said, qr/connection to server .*failed.*nothing was pushed; the next run tries again.*nothing was pulled/s, '... and why');
    $centre->start;
    my $overshoot = check_sums('the hour', 240, $bound);
    cmp_ok($overshoot, '>',  0,           'more was delivered than the balance covers');
    cmp_ok($overshoot, '<=', 2 * 240_000, '... at most the balance for each other edge');
};

$centre->stop;
done_testing;

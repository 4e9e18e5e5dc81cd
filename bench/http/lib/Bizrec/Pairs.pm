package Bizrec::Pairs;

# The cost of a feature: the same load on two locations, in turn within each round. A pair is {name, core, plain, other}; `core`
# is the processor core of the client (undef: any); `plain` and `other` are [server, path, file of bodies, options of
# load_client].

use strict;
use warnings;

use Bizrec::Bench;
use Bizrec::LoadClient qw(begin_load finish_load);
use Bizrec::Report     qw(median);
use Exporter           qw(import);
use List::Util         qw(sum);

our @EXPORT_OK = qw(@layouts measure_pairs print_pairs);

# The ways to run a server: name, directives that set its processes, core of the client.
our @layouts = (['one worker', "worker_processes 1;\nworker_cpu_affinity 01;\n", 1], ['four workers', "worker_processes 4;\n", undef]);

# One run: requests a second, and the workers' CPU time a request.
sub _load {
    my ($core, $server, $path, $bodies, @options) = @_;
    my $cpu_ns = sub {
        return sum(map { Bizrec::Bench::cpu_ns($_) } $server->workers);
    };
    my $before = $cpu_ns->();
    my @run    = ('--connections', $Bizrec::Bench::connections, '--seconds', $Bizrec::Bench::seconds, @options);
    my $run    = finish_load(begin_load($core, $server->port, $path, $bodies, @run));
    return { rate => $run->{answered} / $run->{seconds}, cpu_us => ($cpu_ns->() - $before) / $run->{answered} / 1e3 };
}

# Runs each pair. Returns two lists of runs for each: one for `plain`, one for `other`.
sub measure_pairs {
    my ($rounds, @pairs) = @_;
    my @rows = map {
        my $pair = $_;
        map {
            my $side = $_;
            [undef, sub { _load($pair->{core}, @{ $pair->{$side} }) }]
        } qw(plain other)
    } @pairs;
    return Bizrec::Bench::measure($rounds, @rows);
}

# Prints their medians; shares and differences are computed round by round. `with`: heading of `other`. Returns the shares.
sub print_pairs {
    my ($pairs, $runs, $with) = @_;
    my @rounds = 0 .. $#{ $runs->[0] };
    my @shares;
    printf "%d connections; medians of %d rounds of %s s.\n\n", $Bizrec::Bench::connections, scalar @rounds, $Bizrec::Bench::seconds;
    print "| what | requests/s | $with | share | CPU µs a request | $with | more |\n|---|--:|--:|--:|--:|--:|--:|\n";
    for my $i (0 .. $#$pairs) {
        my ($plain, $other) = @$runs[2 * $i, 2 * $i + 1];
        my $of = sub {
            my ($which, $what) = @_;
            return median(map { $_->{$what} } @$which);
        };
        push @shares, median(map { $other->[$_]{rate} / $plain->[$_]{rate} } @rounds);
        printf "| %s | %.0f | %.0f | %.3f | %.2f | %.2f | %.2f |\n", $pairs->[$i]{name}, $of->($plain, 'rate'), $of->($other, 'rate'),
            $shares[-1], $of->($plain, 'cpu_us'), $of->($other, 'cpu_us'),
            median(map { $other->[$_]{cpu_us} - $plain->[$_]{cpu_us} } @rounds);
    }
    return @shares;
}

1;

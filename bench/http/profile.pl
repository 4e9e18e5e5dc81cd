#!/usr/bin/env perl
# The worker's time by function, for enrichment and for the fixed body, by Linux perf (Debian's linux-perf): `make
# bench-profile`.
#   bench/http/profile.pl INDEX BRANDS STORES      (variables: bench/http/lib/Bizrec/Bench.pm)

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Report;

die "usage: $0 INDEX BRANDS STORES\n" unless @ARGV == 3;
my $bench = Bizrec::Bench->new(@ARGV);

# Microseconds a request, by object and by function of the object.
sub profile {
    my ($path) = @_;
    my $data   = $bench->{server}->prefix . "/perf$path";
    my $worker = $bench->worker;
    my $perf   = fork // die "fork: $!\n";
    if (!$perf) {
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec 'perf', 'record', '-e', 'task-clock', '-F', '8000', '-o', $data, '-p', $worker or exit 127;
    }
    my $run = $bench->load("/$path", $bench->{one});
    kill 'INT', $perf;
    waitpid $perf, 0;
    my (%objects, %functions, $all);
    for (`perf report -i $data --sort dso,symbol -F period,dso,symbol 2>/dev/null`) {
        my ($period, $object, $function) = /^\s*(\d+)\s+(\S+)\s+\[.\]\s+(.*?)[\s-]*$/ or next;
        $object = 'kernel' if $object =~ /kernel/;
        $objects{$object}                += $period;
        $functions{"$object  $function"} += $period if $object ne 'kernel';
        $all                             += $period;
    }
    die "perf recorded nothing: is it installed (linux-perf), and may we use it?\n" unless $all;
    my $share = $run->{cpu_us} / $all;
    $_ *= $share for values %objects, values %functions;
    return { objects => \%objects, functions => \%functions, cpu_us => $run->{cpu_us} };
}

$bench->load('/enrich', $bench->{one});    # warm up
my ($fixed, $enrich) = map { profile($_) } 'fixed', 'enrich';
$bench->stop;

Bizrec::Report::begin('nginx');
printf "CPU µs a request: fixed body %.2f, enrichment %.2f\n\n", $fixed->{cpu_us}, $enrich->{cpu_us};
print "| object | fixed body | enrichment |\n|---|--:|--:|\n";
for (sort { $enrich->{objects}{$b} <=> $enrich->{objects}{$a} } keys %{ $enrich->{objects} }) {
    printf "| %s | %.2f | %.2f |\n", $_, $fixed->{objects}{$_} // 0, $enrich->{objects}{$_};
}
my %more = map { $_ => $enrich->{functions}{$_} - ($fixed->{functions}{$_} // 0) } keys %{ $enrich->{functions} };
print "\nWhat enrichment costs beyond the fixed body, outside the kernel:\n\n| µs | function |\n|--:|---|\n";
for ((sort { $more{$b} <=> $more{$a} } keys %more)[0 .. 24]) {
    printf "| %.3f | `%s` |\n", $more{$_}, $_ if defined;
}
Bizrec::Report::end('make bench-profile');

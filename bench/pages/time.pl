#!/usr/bin/env perl
# Pages of ids from body to answer, whose rows are cold: `make bench-id-pages`. Prints Markdown.
#   bench/pages/time.pl PROGRAM

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../lib";
use JSON::PP;

use Bizrec::Report;

my ($program) = @ARGV;
die "usage: $0 PROGRAM\n" unless defined $program && @ARGV == 1;

open my $run, '-|', $program, '--benchmark_format=json', '--benchmark_repetitions=7' or die "$program: $!\n";
my $result = decode_json(do { local $/; <$run> });
close $run or die "$program has failed\n";

my (%times, %rows);
for my $pass (grep { $_->{run_type} eq 'iteration' } @{ $result->{benchmarks} }) {
    my ($limit) = $pass->{name} =~ /limit:(\d+)/ or next;
    push @{ $times{$limit} }, $pass->{cpu_time} / 1000;
    $rows{$limit} = $pass->{rows};
}

Bizrec::Report::begin('g++');
print "| rows of a page | best of seven | median | a row |\n|--:|--:|--:|--:|\n";
for my $limit (sort { $a <=> $b } keys %times) {
    my @sorted = sort { $a <=> $b } @{ $times{$limit} };
    printf "| %d | %.1f µs | %.1f µs | %.3f µs |\n", $rows{$limit}, $sorted[0], $sorted[$#sorted / 2], $sorted[0] / $rows{$limit};
}
Bizrec::Report::end('make bench-id-pages');

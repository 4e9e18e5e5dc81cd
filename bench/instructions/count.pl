#!/usr/bin/env perl
# Instructions of usual requests, from body to answer: `make bench-instructions`. Prints Markdown.
#
# Callgrind counts them in the engine alone, after warm-up: the same on every machine with the same compiler, so you can compare
# two commits under any load. The count includes neither waits for memory nor nginx.
#   bench/instructions/count.pl PROGRAM

use strict;
use warnings;

use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";

use Bizrec::Report qw(with_commas);

my ($program) = @ARGV;
die "usage: $0 PROGRAM\n" unless defined $program && @ARGV == 1;

my $folder = tempdir(CLEANUP => 1);
open my $log, '-|', 'sh', '-c', 'exec "$@" 2>&1', 'sh', 'valgrind', '--tool=callgrind', '--instr-atstart=no',
    "--callgrind-out-file=$folder/out", $program
    or die "valgrind: $!\n";
my @log = <$log>;
close $log or die @log, "$0: valgrind has failed\n";

# A file each, out.1 and so on. Its name: the column, a colon, the request.
my (@requests, %count);
for (my $n = 1; open my $file, '<', "$folder/out.$n"; ++$n) {
    my $text = do { local $/; <$file> };
    my ($column, $name) = $text =~ /^desc: Trigger: Client Request: (\w+): (.*)$/m or next;
    ($count{$name}{$column}) = $text =~ /^(?:totals|summary): (\d+)/m or die "$folder/out.$n: no sum\n";
    push @requests, $name if $column eq 'usual';
}

Bizrec::Report::begin('g++');
print "| request | instructions | with 100,000 more records | all of these suppressed | more, % |\n|---|--:|--:|--:|--:|\n";
for my $name (@requests) {
    my ($usual, $more, $listed) = @{ $count{$name} }{qw(usual more listed)};
    print join(' | ', "| $name", map({ with_commas($_) } $usual, $more, $listed), sprintf '%.1f', 100 * ($listed / $more - 1)), " |\n";
}
Bizrec::Report::end('make bench-instructions');

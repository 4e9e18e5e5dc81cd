#!/usr/bin/env perl
# CPU time of a build, before and now: the builder of an earlier revision and ours on the same records, in turn: `make
# bench-build-revisions`. Prints Markdown. Exit 1 if one of ours takes more than 1.10 of the time before.
#   bench/building/revisions.pl BUILDER_BEFORE BUILDER NAME=FILE[,FILE...]...
# NAME: the name of these records in the table.
#
# It takes the least user and system time of several rounds, because noise only adds. With BEFORE=HEAD the ratio shows the
# remaining noise.
# Environment: BEFORE (the revision's name), THREADS (1), MEMORY (1G), ROUNDS (5), DOCS (bench/lib/Bizrec/Report.pm).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";

use Bizrec::Cost qw(cost_of);
use Bizrec::Report;
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use JSON::PP;
use List::Util qw(min);

use constant BOUND => 1.10;

die "usage: $0 BUILDER_BEFORE BUILDER NAME=FILE[,FILE...]...\n" unless @ARGV >= 3;
my ($before, $now, @corpora) = @ARGV;
my $rounds = $ENV{ROUNDS} || 5;
my $folder = tempdir("bizrec-$$-XXXXXX", TMPDIR => 1, CLEANUP => 1);

# CPU seconds of one build, and the records that it kept.
sub build {
    my ($builder, @files) = @_;
    make_path("$folder/work");
    my $cost = cost_of(
        "$folder/work/summary.json", $builder, 'build', '--json', '--quiet', '--force', '--threads', $ENV{THREADS} // 1,
        '--memory', $ENV{MEMORY} // '1G',
        '-o',       "$folder/work/index.mdb", @files
    );
    open my $in, '<', "$folder/work/summary.json" or die "$folder/work/summary.json: $!\n";
    my $kept = decode_json(do { local $/ = undef; <$in> })->{kept};
    remove_tree("$folder/work");
    return ($cost->{cpu}, $kept);
}

my @missed;
Bizrec::Report::begin('g++');
printf "Least CPU time of %d rounds, %d thread; before: revision %s.\n\n", $rounds, $ENV{THREADS} // 1, $ENV{BEFORE} // 'unknown';
print "| corpus | records | CPU s before | CPU s now | ratio |\n|---|--:|--:|--:|--:|\n";
for (@corpora) {
    my ($name, $files) = /^([^=]+)=(.+)$/ or die "$_: expected NAME=FILE[,FILE...]\n";
    my @files = split /,/, $files;
    my (@before, @now, $kept);
    for (1 .. $rounds) {
        push @before, (build($before, @files))[0];
        (my $cpu, $kept) = build($now, @files);
        push @now, $cpu;
    }
    my $ratio = min(@now) / min(@before);
    printf "| %s | %d | %.2f | %.2f | %.2f |\n", $name, $kept, min(@before), min(@now), $ratio;
    push @missed, sprintf('%.2f of the time before on %s records, wanted is %.2f', $ratio, $name, BOUND) if $ratio > BOUND;
}
print "\n", @missed ? 'Short: ' . join('; ', @missed) . ".\n" : "Every bound is kept.\n", "\n";
Bizrec::Report::end('make bench-build-revisions');
exit(@missed ? 1 : 0);

#!/usr/bin/env perl
# Transfer and computing of an edge for a new index: the whole packed file, rsync's difference, and a delta, with 0.1, 1 and 10
# % changed records: `make bench-delta`. Prints Markdown.
#   bench/deltas/deltas.pl BUILDER RECORDS.jsonl
#
# bench/lib/Bizrec/ChangedRecords.pm says what changes. zstd packs the whole file at the level of `publish`, 3.
# Environment: THREADS (1), MEMORY (512M), SHARES ("0.1 1 10"), DOCS (bench/lib/Bizrec/Report.pm).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../building/lib", "$FindBin::Bin/../lib";

use Bizrec::ChangedRecords qw(changed_records);
use Bizrec::Cost           qw(cost_of);
use Bizrec::Report;
use File::Temp qw(tempdir);

die "usage: $0 BUILDER RECORDS.jsonl\n" unless @ARGV == 2;
my ($builder, $records) = @ARGV;
my @limits = ('--threads', $ENV{THREADS} // 1, '--memory', $ENV{MEMORY} // '512M');
my $folder = tempdir("bizrec-$$-XXXXXX", TMPDIR => 1, CLEANUP => 1);

sub build {
    my ($name, $from) = @_;
    return cost_of("$folder/summary", $builder, 'build', '--quiet', '--force', @limits, '-o', "$folder/$name.mdb", $from);
}

# Bytes that rsync sends for the difference, and its CPU seconds; undefined if it is not installed.
sub rsync {
    return unless grep { -x "$_/rsync" } split /:/, $ENV{PATH};
    system('cp', "$folder/old.mdb", "$folder/target.mdb") == 0 or die;
    chmod 0644, "$folder/target.mdb";
    my $cost =
        cost_of("$folder/rsync", 'rsync', '--inplace', '--no-whole-file', '-z', '--stats', '-I', "$folder/new.mdb", "$folder/target.mdb");
    open my $in, '<', "$folder/rsync" or die;
    my ($sent, $received) = map { s/[,.]//gr } join('', <$in>) =~ /Total bytes sent: ([\d,.]+)\nTotal bytes received: ([\d,.]+)/;
    return ($sent + $received, $cost->{cpu});
}

sub megabytes { return sprintf '%.2f', $_[0] / 1e6 }

build('old', $records);
Bizrec::Report::begin('g++');
my @columns = ('changed', 'index MB', 'packed MB', 'rsync MB', 'delta MB', 'delta of packed');
push @columns, 'CPU s: build', 'make the delta', 'apply', 'rsync', 'apply: memory MB', 'disk MB';
print '| ', join(' | ', @columns), " |\n";
print '|' . '--:|' x 12 . "\n";
for my $percent (split ' ', $ENV{SHARES} // '0.1 1 10') {
    my $build = build('new', changed_records($records, $percent / 100, "$folder/new.jsonl"));
    my $made  = cost_of("$folder/summary", $builder, 'delta', '--quiet', '--force', @limits, '-o', "$folder/delta", "$folder/old.mdb",
        "$folder/new.mdb");
    my $apply = cost_of(
        "$folder/summary", $builder, 'apply', '--quiet', '--force', @limits,
        '-o', "$folder/made.mdb", "$folder/old.mdb", "$folder/delta"
    );
    system('cmp', '-s', "$folder/made.mdb", "$folder/new.mdb") == 0 or die "apply gives other bytes at $percent %\n";
    system('zstd', '-q', '-f', '-3', '-T0', '-o', "$folder/packed", "$folder/new.mdb") == 0 or die "zstd failed\n";
    my ($wire, $rsync) = rsync();
    my $packed = -s "$folder/packed";
    printf "| %s %% | %s | %s | %s | %s | %.2f %% | %.1f | %.1f | %.1f | %s | %.0f | %.0f |\n", $percent, megabytes(-s "$folder/new.mdb"),
        megabytes($packed), defined $wire ? megabytes($wire) : '–', sprintf('%.3f', (-s "$folder/delta") / 1e6),
        100 * (-s "$folder/delta") / $packed, $build->{cpu}, $made->{cpu}, $apply->{cpu}, defined $rsync ? sprintf('%.1f', $rsync) : '–',
        $apply->{memory}, $apply->{disk};
}
print "\n";
Bizrec::Report::end('make bench-delta');

#!/usr/bin/env perl
# Transfer and computing of an edge for a new index: the whole packed file, rsync's difference, and a delta, with 0.1, 1 and 10
# % changed records: `make bench-delta`. Prints Markdown.
#   bench/deltas/deltas.pl BUILDER RECORDS.jsonl
#
# A tenth of the changed records are gone, a tenth are new. The others have another telephone number, count of reviews, name,
# position or opening hours. zstd packs the whole file at the level of `publish`, 3.
# Environment: THREADS (1), MEMORY (512M), SHARES ("0.1 1 10"), DOCS (bench/lib/Bizrec/Report.pm).

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../building/lib", "$FindBin::Bin/../lib";

use Bizrec::Cost qw(cost_of);
use Bizrec::Report;
use File::Temp qw(tempdir);
use JSON::PP;

die "usage: $0 BUILDER RECORDS.jsonl\n" unless @ARGV == 2;
my ($builder, $records) = @ARGV;
my @limits = ('--threads', $ENV{THREADS} // 1, '--memory', $ENV{MEMORY} // '512M');
my $folder = tempdir("bizrec-$$-XXXXXX", TMPDIR => 1, CLEANUP => 1);
my $json   = JSON::PP->new->canonical;

# Changes a record in one field.
sub change {
    my ($record) = @_;
    my $kind = int rand 5;
    $record->{phone}                = sprintf '+1 555 %07d', rand 1e7 if $kind == 0;
    $record->{google_reviews_count} = int rand 1000 if $kind == 1;
    $record->{business_name} .= ' North' if $kind == 2;
    $record->{latitude}      = 0 + sprintf '%.6f', ($record->{latitude} // 0) * 0.9999 if $kind == 3 && defined $record->{longitude};
    $record->{opening_hours} = { mon => '9-' . (12 + int rand 10) } if $kind == 4 || ($kind == 3 && !defined $record->{longitude});
    return $json->encode($record) . "\n";
}

# The records with this share of them changed.
sub changed_records {
    my ($share, $to) = @_;
    srand 37;
    open my $in,  '<', $records or die "$records: $!\n";
    open my $out, '>', $to      or die "$to: $!\n";
    while (my $line = <$in>) {
        if (rand >= $share) {
            print $out $line;
            next;
        }
        my $kind = int rand 10;
        next if $kind == 0;
        my $record = $json->decode($line);
        if ($kind == 1) {
            print $out $line;
            $record->{store_id} = sprintf '%08x-0000-4000-8000-%012x', rand 2**32, rand 2**48;
        }
        print $out change($record);
    }
    close $out or die "$to: $!\n";
    return $to;
}

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
    my $build = build('new', changed_records($percent / 100, "$folder/new.jsonl"));
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

#!/usr/bin/perl
# Usage: bench/capacity.pl [--write]
# The table of docs/scale.md, computed from the tables of `make bench`, `make bench-build` and `make bench-memory` in
# docs/performance.md. --write puts it between its markers; otherwise it goes to standard output.
use strict;
use warnings;
use File::Basename qw(dirname);

chdir dirname(__FILE__) . '/..' or die;

sub slurp { my ($path) = @_; open my $in, '<', $path or die "$path: $!\n"; local $/ = undef; return scalar <$in> }
my $measured = slurp('docs/performance.md');

sub row {
    my ($what, $pattern) = @_;
    my @row = $measured =~ $pattern or die "docs/performance.md has no row of $what\n";
    return @row;
}

# For ten million records, built by bench-build.
my ($cpu_million, $build_memory, $build_disk, $index) =
    row('ten million records', qr/^\| 10000000 \| [\d.]+ \| [\d.]+ \| ([\d.]+) \| [\d.]+ \| (\d+) \| [\d.]+ \| (\d+) \| (\d+) \|$/m);
# For a server with ten million records, from bench-memory.
my ($private) = row('memory next to the index',
    qr/^\| 10,?000,?000 \| [\d.]+ \| \d+ MB \| [\d.]+ MB \| [\d.]+ MB \| [\d.]+ MB \| ([\d.]+) MB \|(?: \d+ \|)?$/m);
my ($hot) = row('memory next to the index', qr/^\| 10,?000,?000 \| [\d.]+ \| (\d+) MB \|/m);
# For one worker on one core, from bench.
my ($fixed)      = row('the fixed body', qr/^\| `return 200`, fixed body of \d+ bytes \| (\d+) \|/m);
my ($enrichment) = row('enrichment',     qr/^\| enrichment, [^|]+ \| (\d+) \|/m);

my $of = 10_000_000;

sub gigabytes {
    my ($megabytes) = @_;
    return $megabytes < 1000 ? sprintf('%.0f MB', $megabytes) : sprintf($megabytes < 10_000 ? '%.1f GB' : '%.0f GB', $megabytes / 1000);
}

sub duration {
    my ($s) = @_;
    return $s < 120 ? sprintf('%.0f s', $s) : $s < 7200 ? sprintf('%.0f min', $s / 60) : sprintf('%.1f h', $s / 3600);
}
sub commas { my ($n) = @_; 1 while $n =~ s/^(\d+)(\d{3})/$1,$2/; return $n }

my @out = (
    '| records | index | two generations on disk | memory that holds the whole index | for each worker '
        . '| disk while building | CPU time of a build |',
    '|--:|--:|--:|--:|--:|--:|--:|'
);
for my $records (1e6, 1e7, 3e7, 1e8, 3e8) {
    my $factor = $records / $of;
    my $log    = $records > $of ? log($records) / log($of) : 1;    # sorting: n log n
    push @out, sprintf '| %s%s | %s | %s | %s | %.0f MB | %s | %s |', commas($records), $records == $of ? ' (measured)' : '',
        gigabytes($index * $factor), gigabytes(2 * $index * $factor),
        gigabytes($index * $factor), $private, gigabytes($build_disk * $factor), duration($cpu_million * $records / 1e6 * $log);
}
push @out, '',
    sprintf('A core answers %s enrichments of one row a second, where it sends a fixed body %s times.', commas($enrichment),
    commas($fixed));
push @out,
    sprintf('After a run of every kind of request the pages of %s of the %s of ten million records were in use.',
    gigabytes($hot), gigabytes($index));
my $table = join "\n", @out, '';

if (($ARGV[0] // '') eq '--write') {
    my $page = slurp('docs/scale.md');
    $page =~ s/(<!-- make capacity -->\n\n).*?(<!-- end of make capacity -->)/$1$table\n$2/s
        or die "docs/scale.md has no marker of make capacity\n";
    open my $out, '>', 'docs/scale.md' or die "docs/scale.md: $!\n";
    print {$out} $page;
    close $out or die "docs/scale.md: $!\n";
}
else {
    print $table;
}

#!/usr/bin/env perl
# The tables of docs/credits.md, "Many edges", from the output of bench_overshoot: `make bench-overshoot`. Prints Markdown.
#   bench/overshoot/report.pl overshoot.tsv

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";

use Bizrec::Overshoot qw(interval_text read_table);
use Bizrec::Report;

die "usage: $0 TABLE\n" unless @ARGV == 1;
my $rows = read_table(@ARGV);

sub credits { return scalar reverse join ',', unpack '(A3)*', reverse sprintf '%.0f', $_[0] }

# Truncated, not rounded: 100.0 % means exactly all.
sub percent { my ($share, $decimals) = @_; return sprintf "%.${decimals}f %%", int(100 * $share * 10**$decimals) / 10**$decimals }

sub table {
    my ($name, $of, @more) = @_;
    print "\n$name, credits:\n\n| exchange each | median of a team | p99 | greatest | of all credits sold | of the bound |",
        map({ " $_->[0] |" } @more), "\n";
    print '|--:', '|--:' x (5 + @more), "|\n";
    for my $i (0 .. $#$of) {
        my $row = $of->[$i];
        print '| ',
            join(' | ',
            interval_text($row->{interval_s}),
            map({ credits($row->{$_}) } qw(median p99 greatest)),
            percent($row->{sold_share}, 4),
            map { percent($_->{bound_share}, 1) } $row,
            map { $_->[1][$i] } @more),
            " |\n";
    }
    return;
}

Bizrec::Report::begin();
printf "100 edges, %d teams, %.0f million charges.\n", $rows->{usual}[0]{teams}, eval {
    my $sum = 0;
    $sum += $_->{charges} for map { @$_ } values %$rows;
    $sum / 1e6;
};
table('Usual traffic', $rows->{usual}, ['attack: of the bound', $rows->{attack}], ['attack in step: of the bound', $rows->{'in step'}]);
table('With outages', $rows->{outages});
Bizrec::Report::end('make bench-overshoot');

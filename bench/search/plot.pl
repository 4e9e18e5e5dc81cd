#!/usr/bin/env perl
# Draws search.tsv as bars: our p50 and p99 as shares of the p50 and p99 of each Lucene, on a logarithmic scale, with the targets.
#   bench/search/plot.pl search.tsv search.svg

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib";

use Bizrec::SearchTimes qw(lines);

die "usage: $0 TABLE PICTURE\n" unless @ARGV == 2;
my ($table, $picture) = @ARGV;

my ($left, $right, $top, $bar) = (270, 90, 58, 12);
my $width = 900;
my ($least, $most) = (0.0003, 1);

my ($head, @lines) = lines($table);
my @names  = split /\t/, $head;
my @rows   = map { my %row; @row{@names} = split /\t/; \%row } @lines;
my %colour = (lucene8_p50 => '#1b6ca8', lucene8_p99 => '#e39b3b', lucene9_p50 => '#7db3dc', lucene9_p99 => '#f3cd98');
my @bars   = map { /^(.*)_share$/ ? $1 : () } @names;
my $row    = 14 + ($bar + 1) * @bars;
my $height = $top + $row * @rows + 40;

sub x {
    my ($share) = @_;
    $share = $share < $least ? $least : $share > $most ? $most : $share;
    return $left + ($width - $left - $right) * log($share / $least) / log($most / $least);
}

sub escape { return $_[0] =~ s/&/&amp;/gr =~ s/</&lt;/gr }

my @out = (
    qq(<svg xmlns="http://www.w3.org/2000/svg" width="$width" height="$height" font-family="sans-serif" font-size="12">),
    qq(<rect width="100%" height="100%" fill="#fff"/>),
    qq(<text x="12" y="20" font-size="15">Time of a search as a share of Lucene's (logarithmic; shorter is better)</text>),
    qq(<path d="M13 28v16" stroke="#b00020" stroke-width="2"/><text x="20" y="41">wanted</text>),
    map {
        my $x = 80 + 130 * $_;
        sprintf '<rect x="%d" y="30" width="14" height="%d" fill="%s"/><text x="%d" y="41">%s</text>', $x, $bar, $colour{ $bars[$_] },
            $x + 19,
            $bars[$_] =~ s/lucene(\d)_(.*)/$2 of Lucene $1/r
    } 0 .. $#bars
);
for my $share (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1) {
    my $x = sprintf '%.1f', x($share);
    push @out, sprintf('<path d="M%s %dV%d" stroke="#ddd"/>', $x, $top - 4, $height - 32),
        sprintf('<text x="%s" y="%d" text-anchor="middle" fill="#555">%s</text>', $x, $height - 16, $share);
}
for my $i (0 .. $#rows) {
    my $y = $top + $row * $i;
    push @out, sprintf '<text x="%d" y="%d" text-anchor="end">%s</text>', $left - 8, $y + $row / 2 - 3, escape($rows[$i]{class});
    for my $which (@bars) {
        my ($share, $wanted) = @{ $rows[$i] }{ "${which}_share", "${which}_wanted" };
        push @out, sprintf('<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>', $left, $y, x($share) - $left, $bar, $colour{$which}),
            sprintf('<path d="M%.1f %dv%d" stroke="#b00020" stroke-width="2"/>', x($wanted),           $y,      $bar),
            sprintf('<text x="%d" y="%d" fill="#333">%.4g</text>',               $width - $right + 12, $y + 10, $share);
        $y += $bar + 1;
    }
}
open my $file, '>', $picture or die "$picture: $!\n";
print $file map { "$_\n" } @out, '</svg>';
close $file or die "$picture: $!\n";

#!/usr/bin/env perl
# Draws the output of bench_overshoot: credits beyond a team's balance against the interval of the exchange, both logarithmic.
#   bench/overshoot/plot.pl overshoot.tsv overshoot.svg

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib";

use Bizrec::Overshoot qw(interval_text read_table);

die "usage: $0 TABLE PICTURE\n" unless @ARGV == 2;
my ($table, $picture) = @ARGV;
my $rows = read_table($table);

my ($width, $height) = (790, 430);
my ($left,  $right, $top, $bottom) = (88, 200, 46, 52);
my ($first, $last) = map { $rows->{usual}[$_]{interval_s} } 0, -1;
my ($least, $most) = (1, 10);
for my $row (@{ $rows->{usual} }, @{ $rows->{outages} }) {
    $most *= 10 while $most < $row->{greatest};
}

sub x_of { my ($seconds) = @_; return $left + ($width - $left - $right) * log($seconds / $first) / log($last / $first) }
sub y_of { my ($credits) = @_; return $height - $bottom - ($height - $top - $bottom) * log($credits / $least) / log($most / $least) }

sub text {
    my ($x, $y, $text, $class, $more) = @_;
    return sprintf '<text x="%.1f" y="%.1f" class="%s"%s>%s</text>', $x, $y, $class, $more // '', $text;
}

sub count { return scalar reverse join ',', unpack '(A3)*', reverse $_[0] }

# The page around the picture may be light or dark. So the picture has no background, and its colours follow the colour scheme
# of the reader's browser.
my @out = (
    qq(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 $width $height" width="$width" height="$height")
        . ' font-family="sans-serif" font-size="12">',
    '<style>text{fill:#333}.grid{stroke:#8884}.end{text-anchor:end}.middle{text-anchor:middle}.title{font-size:15px}',
    'path{fill:none;stroke-width:2}.usual{stroke:#1b6ca8}.outages{stroke:#c05a00}.median{stroke-dasharray:2 4}.p99{stroke-dasharray:8 4}',
    '@media (prefers-color-scheme:dark){text{fill:#ddd}.usual{stroke:#6cb6ea}.outages{stroke:#f2a65a}}</style>',
    text($left, 22, 'Credits that 100 edges deliver beyond the balance of a team', 'title'),
);
for (my $credits = $least; $credits <= $most; $credits *= 10) {
    push @out, sprintf('<path class="grid" style="stroke-width:1" d="M%d %.1fH%d"/>', $left, y_of($credits), $width - $right),
        text($left - 8, y_of($credits) + 4, count($credits), 'end');
}
for my $row (@{ $rows->{usual} }) {
    push @out, sprintf('<path class="grid" style="stroke-width:1" d="M%.1f %dV%d"/>', x_of($row->{interval_s}), $top, $height - $bottom),
        text(x_of($row->{interval_s}), $height - $bottom + 18, interval_text($row->{interval_s}), 'middle');
}
push @out, text(($left + $width - $right) / 2, $height - 10, 'interval of the exchange (logarithmic)', 'middle'),
    text(0, 0, 'credits (logarithmic)', 'middle', sprintf ' transform="translate(14 %d) rotate(-90)"', ($top + $height - $bottom) / 2);

my @lines = map {
    my $traffic = $_;
    map { [$traffic, $_] } qw(greatest p99 median)
} qw(outages usual);
my %said = (usual => 'usual traffic', outages => 'with outages');
for my $i (0 .. $#lines) {
    my ($traffic, $what) = @{ $lines[$i] };
    my @points =
        map { sprintf '%.1f %.1f', x_of($_->{interval_s}), y_of($_->{$what}) } grep { $_->{$what} >= $least } @{ $rows->{$traffic} };
    push @out, qq(<path class="$traffic $what" d="M) . join('L', @points) . '"/>' if @points;
    my $at = $top + 14 + 20 * $i + ($i > 2 ? 10 : 0);
    push @out, sprintf('<path class="%s %s" d="M%d %dh26"/>', $traffic, $what, $width - $right + 14, $at - 4),
        text($width - $right + 46, $at, ($what eq 'median' ? 'median' : $what) . ", $said{$traffic}", 'legend');
}
open my $file, '>', $picture or die "$picture: $!\n";
print $file map { "$_\n" } @out, '</svg>';
close $file or die "$picture: $!\n";

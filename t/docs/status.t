#!/usr/bin/perl
# docs/status.md tells of each figure of bizrec_status, by the table of the code and in its words, and of no other. Its alerts name metrics
# that there are.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use Test::More;

my $code  = slurp('ngx_bizrec_module/status_figures.cpp');
my $page  = slurp('docs/status.md');
my @kinds = $code =~ /\{FigureName::(\w+,\s*"[^"]*",\s*"[^"]*",\s*FigureType::\w+,\s*"[^"]*",\s*"[^"]*")\}/g;
my @coded;
for my $kind (@kinds) {
    my ($path, $metric, undef, $help) = $kind =~ /"([^"]*)"/g;
    push @coded, "$path | $metric | $help";
}
cmp_ok(scalar @coded, '>', 40, 'figures of the table');
is(scalar @coded, scalar(() = $code =~ /\{FigureName::\w+, "/g), '... all of them');

my ($table) = $page =~ /^## Figures\n(.*?)^## /ms;
my @rows    = map { [map { tr/`//dr } split /\s*\|\s*/] } grep { /^\| / && !/^\| figure / } split /\n/, $table;
my @told    = map { join ' | ', @$_[1 .. 3] } @rows;
is_deeply([sort @told], [sort @coded], 'docs/status.md has the same figures in the same words');

my %metrics  = map { (split / \| /)[1] => 1 } @coded;
my ($alerts) = $page =~ /^## What to wake somebody for\n(.*?)^## /ms;
my @named    = $alerts =~ /\b(bizrec_\w+)/g;
cmp_ok(scalar @named, '>', 7, 'metrics of the alerts');
is_deeply([grep { !$metrics{$_} } @named], [], '... are there');

done_testing();

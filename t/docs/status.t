#!/usr/bin/perl
# docs/status.md has exactly the figures of bizrec_status, in the words of the code's table. Its alerts use existing metrics,
# and so does the dashboard.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use JSON::PP;
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

# ---- the alerts

my %metrics = map { (split / \| /)[1] => 1 } @coded;
my $rules   = slurp('conf/prometheus/bizrec-alerts.yml');
my @alerts  = map { "$$_[0] | $$_[1] | $$_[2] | $$_[3]" }
    map { [/^(\w+)\n *expr: (.*)\n *for: (\w+)\n *labels: \{severity: (\w+)\}/] } (split /- alert: /, $rules)[1 .. 9];
my ($section) = $page =~ /^## What to wake somebody for\n(.*?)^## /ms;
is_deeply([map { s/`//gr } $section =~ /^\| (`\w+` \| .*?) \| [^|]* \|$/mg], \@alerts,    'docs/status.md has the alerts of the file');
is_deeply([grep { !$metrics{$_} } map { /\b(bizrec_\w+)/g } $rules =~ /expr: (.*)/g], [], '... about metrics that there are');

# ---- the dashboard

my $dashboard = JSON::PP->new->decode(slurp('conf/grafana/bizrec-dashboard.json'));
my @exprs     = map { $_->{expr} } map { @{ $_->{targets} } } @{ $dashboard->{panels} };
my @queries   = map { $_->{query} } @{ $dashboard->{templating}{list} };
my %named     = map { $_ => 1 } map { /\b(bizrec_\w+)/g } @exprs, @queries;
cmp_ok(scalar @exprs, '>', 15, 'the dashboard asks for figures');
is_deeply([grep { !$metrics{$_} && !$metrics{s/_bucket\z//r} } sort keys %named], [], '... all of which there are');
is_deeply([grep { !/instance=~"\$instance"/ } @exprs],                            [], '... of the servers that are chosen');
my %place = map { join(',', @{ $_->{gridPos} }{qw(x y)}) => 1 } @{ $dashboard->{panels} };
is(scalar keys %place, scalar @{ $dashboard->{panels} }, '... each panel at a place of its own');
done_testing();

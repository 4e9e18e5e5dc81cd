package Bizrec::Alerts;

# Computes the alerts for a fault, and their times, from a server's metrics before and with the fault. Prometheus' own tool
# computes them from the shipped rules, so no test waits.
#
#   my $before = metrics($server);                       # a scrape
#   my $after  = metrics($server);                       # ... with the fault; undef: the server does not answer
#   my %fired  = first_alerts(name => [$before, $after]) # name => [[alert, severity, seconds from the fault], ...], the first alert first
#
# Simulates a Prometheus that scrapes and evaluates once a minute: the first scrape nine times, then the second one for two
# hours. Counters continue to grow as between the two scrapes, and so do metrics of times. The fault comes right after a scrape,
# as late as possible for the next one.

use strict;
use warnings;

use Bizrec::Builder qw(folder slurp spew);
use Bizrec::Http    qw(request);
use Exporter        qw(import);
use Test::More;

our @EXPORT_OK = qw(first_alerts in_words metrics page_of same_table);

my $rules        = "$Bizrec::Builder::repository/conf/prometheus/bizrec-alerts.yml";
my $good_scrapes = 10;

# {type of each metric, value of each series} of the metrics in the rules, without these; or undef: no answer.
sub metrics {
    my ($server, @without) = @_;
    my $reply = eval { request($server, 'GET', '/status/metrics') } or return;
    return if $reply->{status} != 200;
    my %named = map { $_ => 1 } map { /\b(bizrec_\w+)/g } slurp($rules) =~ /^ *expr: (.*)$/mg;
    delete @named{@without};
    my %told = (type => { $reply->{content} =~ /^# TYPE (\S+) (\S+)$/mg });
    for my $line (split /\n/, $reply->{content}) {
        my ($name, $labels, $value) = $line =~ /^(\w+)(?:\{(.*)\})? (\S+)$/ or next;
        $told{value}{$name}{ $labels // '' } = $value if $named{$name};
    }
    return \%told;
}

# promtool's short form of values a minute apart: `first` once and `count` times more, each time `step` more.
sub _run { my ($first, $step, $count) = @_; return sprintf '%s%+.17gx%d', $first, $step, $count }

sub _values {
    my ($name, $type, $before, $after, $minutes) = @_;
    my $good = _run($before, 0, $good_scrapes - 1);
    return "$good stale" if !defined $after;
    return "$good " . _run($after, $after - ($after < $before ? 0 : $before), $minutes) if $type eq 'counter';    # smaller: a restart
    return "$good " . _run($after, $name =~ /_age_seconds$/ || $name =~ /_seconds$/ && $after > 0 ? 60 : 0, $minutes);
}

sub _series {
    my ($instance, $before, $after, $minutes) = @_;
    my %with   = %{ ($after // {})->{value} // {} };
    my @series = [qq(up{job="bizrec",instance="$instance"}), _run(1, 0, $good_scrapes - 1) . ' ' . _run($after ? 1 : 0, 0, $minutes)];
    for my $name (sort keys %{ $before->{value} }, grep { !$before->{value}{$_} } keys %with) {
        my $type   = $before->{type}{$name};
        my %labels = map { $_ => 1 } keys %{ $before->{value}{$name} // {} }, keys %{ $with{$name} // {} };
        for my $labels (sort keys %labels) {
            my $label = join ',', $labels || (), qq(instance="$instance");
            my $first = $before->{value}{$name}{$labels} // 0;
            push @series, ["$name\{$label}", _values($name, $type, $first, $after && ($with{$name}{$labels} // 0), $minutes)];
        }
    }
    return @series;
}

# name => [before, after, minutes (110)], as above.
sub first_alerts {
    my (%faults)  = @_;
    my ($longest) = sort { $b <=> $a } map { $_->[2] // 110 } values %faults;
    my $text      = "rule_files: ['$rules']\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n";
    for my $name (sort keys %faults) {
        my ($before, $after, $minutes) = @{ $faults{$name} };
        for my $series (_series($name, $before, $after, $minutes // 110)) {
            $text .= sprintf "      - {series: '%s', values: '%s'}\n", map { s/'/''/gr } @$series;
        }
    }
    # promtool prints the difference from an expected "none": the time when each alert first fires.
    $longest += 2 * $good_scrapes;
    $text .= "    promql_expr_test:\n      - expr: 'min_over_time(timestamp(ALERTS{alertstate=\"firing\"})[${longest}m:1m])'\n"
        . "        eval_time: ${longest}m\n        exp_samples: []\n";
    my $file = spew(folder() . '/faults.yml', $text);
    my $said = qx(promtool test rules "$file" 2>&1);
    $said =~ /^ *got: (.*)$/m || $? == 0 or die "promtool: $said\n$text";
    my %fired = map { $_ => [] } keys %faults;
    for my $alert (($1 // '') =~ /(\{.*?\} [\d.E+]+)/g) {
        my ($seconds) = $alert =~ /(\S+)\z/;
        my %label = $alert =~ /(\w+)="([^"]*)"/g;
        push @{ $fired{ $label{instance} } }, [@label{qw(alertname severity)}, $seconds - 60 * ($good_scrapes - 1)];
    }
    for my $alerts (values %fired) {
        my %seen;
        @$alerts = grep { !$seen{ $_->[0] }++ } sort { $a->[2] <=> $b->[2] || $a->[0] cmp $b->[0] } @$alerts;
    }
    return %fired;
}

# The link in the annotation of an alert's rule, as a link from docs/.
sub page_of {
    my ($alert) = @_;
    my ($page)  = slurp($rules) =~ /- alert: $alert\n(?: {8}.*\n)*? {8}annotations: .*page: "(\S+)"\}/ or die "$alert has no page\n";
    return $page =~ s{^docs/}{}r;
}

sub in_words { my ($seconds) = @_; return $seconds < 3 * 3600 ? sprintf '%d min', ($seconds + 59) / 60 : sprintf '%.0f h', $seconds / 3600 }

# A part of a page of docs/ between two markers must equal this table; with UPDATE_EXAMPLES=1 the table is written there.
sub same_table {
    my ($page, $name, @lines) = @_;
    my $path  = "$Bizrec::Builder::repository/docs/$page";
    my $text  = slurp($path);
    my $table = join '', map { "$_\n" } @lines;
    my $is    = $text =~ /^<!-- \Q$name\E -->\n\n(.*?)\n<!-- end of \Q$name\E -->$/ms ? $1 : die "docs/$page has no $name\n";
    if ($ENV{UPDATE_EXAMPLES} && $is ne $table) {
        spew($path, $text =~ s/^(<!-- \Q$name\E -->\n\n).*?(?=\n<!-- end of)/$1$table/msr);
        $is = $table;
    }
    is($is, $table, "docs/$page has the table (UPDATE_EXAMPLES=1 writes it)");
    return;
}

1;

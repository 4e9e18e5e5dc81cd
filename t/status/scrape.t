# Debian's Prometheus scrapes two servers, and the shipped alerts fire for the server with the fault, and resolve. They wait two
# seconds here: t/status/prometheus.t has their own times.
#
# needs: promtool
# lane: night

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp spew);
use Bizrec::Http    qw(post);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Lanes   qw(%needs);
use Bizrec::Server;
use Bizrec::Wait qw(comes_true);
use File::Temp   qw(tempdir);
use HTTP::Tiny;
use JSON::PP;
use Test::More;
use Time::HiRes qw(time);

plan skip_all => 'no Prometheus' if !$needs{promtool}->();

my %server = map {
    $_ => Bizrec::Server->new(
        main => "worker_processes 2;\n",
        http => 'server { listen %%LISTEN%%; bizrec_access off; bizrec_index %%PREFIX%%/index.mdb missing=503; bizrec_index_interval 100ms;
            location = /e { bizrec_enrich_company; }
            location /bizrec/status { bizrec_status; allow 127.0.0.1; deny all; } }'
    )
} qw(a b);
my %name = map { ('127.0.0.1:' . $server{$_}->port => $_) } keys %server;

my ($second, $minute, $hour, $day, $month, $year) = gmtime;
my $today = sprintf '%04d-%02d-%02d', $year + 1900, $month + 1, $day;

sub publish {
    my ($of, $date) = @_;
    return build_index($server{$of}->prefix . '/index.mdb',
        { store_id => uuid(1), business_name => "One of $date", website_url => 'https://example.com', info_refreshed_at => $date });
}

my $folder = tempdir('bizrec-prometheus-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $port   = Bizrec::Server::free_port();
my $rules  = slurp('conf/prometheus/bizrec-alerts.yml') =~ s/^( *for:) \w+$/$1 2s/mgr =~ s/\[5m\]/[20s]/gr;
spew("$folder/alerts.yml",     $rules);
spew("$folder/prometheus.yml", <<"END");
global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [$folder/alerts.yml]
scrape_configs:
  - job_name: bizrec
    metrics_path: /bizrec/status/metrics
    static_configs: [{targets: [@{[join ', ', map { "'$_'" } sort keys %name]}]}]
END
publish('a', $today);
$_->start for values %server;
my $prometheus = fork // die "fork: $!\n";

if (!$prometheus) {
    open STDOUT, '>',  "$folder/log";
    open STDERR, '>&', \*STDOUT;
    exec 'prometheus', "--config.file=$folder/prometheus.yml", "--storage.tsdb.path=$folder/data", "--web.listen-address=127.0.0.1:$port"
        or exit 127;
}

sub ask {
    my ($path) = @_;
    my $reply = HTTP::Tiny->new(timeout => 10)->get("http://127.0.0.1:$port/api/v1/$path");
    return $reply->{success} ? decode_json($reply->{content})->{data} : undef;
}

# "BizrecNotReady b": the alerts that fire now.
sub firing {
    my $data = ask('alerts') or return;
    return map { "$_->{labels}{alertname} " . $name{ $_->{labels}{instance} } } grep { $_->{state} eq 'firing' } @{ $data->{alerts} };
}

sub fires {
    my ($what, @wanted) = @_;
    my $begin  = time;
    my $wanted = join ', ', sort @wanted;
    my $now    = '';
    ok(comes_true(sub { $now = join ', ', sort(firing()); return $now eq $wanted }, 60), "$what: " . ($wanted || 'nothing fires'))
        or diag("fires: $now\n" . slurp("$folder/log"));
    note(sprintf '%.1f s', time - $begin);
    return;
}

ok(
    comes_true(
        sub {
            my $data = ask('targets');
            return $data && 2 == grep { $_->{health} eq 'up' } @{ $data->{activeTargets} };
        },
        60
    ),
    'Prometheus scrapes both'
) or diag(slurp("$folder/log"));
fires('b has no index', 'BizrecNotReady b');
post($server{$_}, '/e', { website => 'example.com' }) for ('a', 'b') x 5;
fires('... and is asked', 'BizrecNotReady b', 'BizrecServerErrors b');

publish('b', '2020-01-01');
fires('an old index', 'BizrecDataStale b');
publish('b', $today);
fires('a new one');

my $bytes = $server{a}->read('index.mdb');
substr($bytes, 4096, 1) ^= "\x01";
$server{a}->write('index.bad', $bytes);
rename $server{a}->prefix . "/index.$_->[0]", $server{a}->prefix . "/index.$_->[1]" for ['mdb', 'old'], ['bad', 'mdb'];
fires('a refuses a damaged index', 'BizrecGenerationRefused a');
rename $server{a}->prefix . '/index.old', $server{a}->prefix . '/index.mdb';
fires('a has the old one again');

$server{b}->stop;
fires('b is gone', 'BizrecDown b');
$server{b}->start;
fires('b is back');

kill 'TERM', $prometheus;
waitpid $prometheus, 0;
Bizrec::Server::finish_all();
done_testing();

# Prometheus' own tool checks the metrics of a server, and the alerts: each fires, and resolves.
#
# needs: promtool
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp spew);
use Bizrec::Http    qw(post request);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Lanes   qw(%needs);
use Bizrec::Server;
use Test::More;

plan skip_all => 'no promtool' if !$needs{promtool}->();

my $server = Bizrec::Server->new(
    http =>
        'server { listen %%LISTEN%%; bizrec_access off; bizrec_index "%%PREFIX%%/an\"index.mdb"; location = /e { bizrec_enrich_company; }
        location /status { bizrec_status; allow 127.0.0.1; deny all; } }'
);
build_index($server->prefix . '/an"index.mdb', { store_id => uuid(1), business_name => 'One', website_url => 'https://example.com' });
$server->start;
post($server, '/e', { website => 'example.com' });

my $metrics = request($server, 'GET', '/status/metrics')->{content};
like($metrics, qr/\{index="[^"]*an\\"index.mdb"\}/, 'a label with a quote');
my $file = spew($server->prefix . '/metrics.txt', $metrics);
is(qx(promtool check metrics < "$file" 2>&1), '', 'the metrics: promtool has nothing to say');

my $alerts = "$Bizrec::Server::repository/conf/prometheus/bizrec-alerts.yml";
like(qx(promtool check rules "$alerts" 2>&1), qr/SUCCESS: 9 rules found/, 'the alerts are rules');
my $tests  = spew($server->prefix . '/alerts.yml', slurp('t/status/alerts.yml') =~ s/\[RULES\]/["$alerts"]/r);
my $output = qx(promtool test rules "$tests" 2>&1);
is($?, 0, 'each fires, not too early, and resolves') or diag($output);

Bizrec::Server::finish_all();
done_testing();

# A filter of nginx refuses an answer after its rows were charged: the charge is given back, and no log or header shows one.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Credits qw(charged_lines figures);
use Bizrec::Http    qw(post);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use Test::More;

my ($modules) = qx{@{[Bizrec::Server::nginx_binary()]} -V 2>&1} =~ /--modules-path=(\S+)/;
my $filter = $ENV{TEST_NGINX_IMAGE_FILTER} || ($modules // '') . '/ngx_http_image_filter_module.so';
plan skip_all => "no $filter here: Debian's package libnginx-mod-http-image-filter" if !-e $filter;

my $server = Bizrec::Server->new(
    main => "worker_processes 2;\nload_module $filter;\n",
    http => '
    map $http_x_team $team { default $http_x_team; }
    log_format credits escape=json \'{"status":$status,"credits":"$bizrec_credits_charged","charged_at":"$bizrec_credits_charged_at"}\';
    server {
        listen %%LISTEN%%;
        access_log %%PREFIX%%/credits.log credits;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access $team;
        bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=test sync=50ms;
        bizrec_price 1;
        location = /e { bizrec_enrich_company; }
        # Two filters: one refuses an answer when it sees the headers, the other when it sees the body.
        location = /large { image_filter test; image_filter_buffer 16; bizrec_enrich_company; }
        location = /body { image_filter test; bizrec_enrich_company; }
        location = /page { image_filter test; error_page 415 /said; bizrec_enrich_company; }
        location = /said { internal; bizrec_access off; return 200 "refused"; }
    }',
);
my $credits = Bizrec::Credits->new($server)->grant('acme', '10', 'first');
build_index($server->prefix . '/index.mdb',
    map { { store_id => uuid($_), business_name => "Shop $_", website_url => 'https://example.com' } } 1 .. 5);
$server->start;

sub ask {
    my ($path) = @_;
    return figures(post($server, $path, '{"website":"example.com","limit":2}', { 'X-Team' => 'acme' }));
}

is_deeply(ask('/e'), [200, '2', '8'], 'an answer that goes out is charged');
for my $path ('/large', '/body') {
    is_deeply(ask($path), [415, '0', '8'], "$path: refused, and given back");
}
ask('/page');
# The page goes out before its request is settled, and the other worker may answer the next request in between.
$server->wait_until(sub { $server->read('credits.log') =~ tr/\n// == 4 }, 'the log of the page');
is_deeply(ask('/e'), [200, '2', '6'], 'the balance is as it was');
$server->wait_until(sub { $credits->spent('acme') == 4 },                 'the writer');
$server->wait_until(sub { $server->read('credits.log') =~ tr/\n// == 5 }, 'the log');
my ($untold, @lines) = charged_lines($server->read('credits.log'));
# Two workers write lines in either order.
is_deeply([sort map { $_->{credits} } @lines], ['0', '0', '0', '2', '2'], 'the log says so');
is($untold, 0, '... and when');
$server->stop;
is($credits->spent('acme'), 4, 'a server that ends has written no more');

Bizrec::Server::finish_all();
done_testing();

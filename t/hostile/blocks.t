# Blocks inside an endpoint's location (`if`, `limit_except`) and other directives that answer: nginx does what the
# configuration says, or refuses it with the reason. No handler silently replaces another.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(parse post raw request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Test::More;

my $version   = qx(${\Bizrec::Server::nginx_binary()} -V 2>&1);
my $self_port = Bizrec::Server::free_port();
my $server    = Bizrec::Server->new(
    http => '
    bizrec_index %%PREFIX%%/index.mdb;
    error_page 502 /site-502;
    server {
        listen %%LISTEN%%;
        location = /site-502 { return 200 "page of the site"; }
        location = /proxy {
            bizrec_enrich_company;
            if ($arg_up) { proxy_pass http://127.0.0.1:' . $self_port . '; }
            if ($arg_down) { proxy_pass http://127.0.0.1:1; }
            if ($arg_fastcgi) { fastcgi_pass 127.0.0.1:1; }
            if ($arg_return) { return 418; }
            if ($arg_header) { add_header X-Block yes; }
        }
        location = /search {
            bizrec_search_only_ids max_limit=1;
            bizrec_search_thread_pool off;
            if ($arg_up) { proxy_pass http://127.0.0.1:' . $self_port . '; }
            if ($arg_header) { add_header X-Block yes; }
        }
        location = /except { bizrec_enrich_company; limit_except POST { proxy_pass http://127.0.0.1:' . $self_port . '; } }
        location = /only-post { bizrec_enrich_company; limit_except POST { deny all; } }
        location /inside {
            bizrec_enrich_company;
            location = /inside/down { proxy_pass http://127.0.0.1:1; }
            location = /inside/up { proxy_pass http://127.0.0.1:' . $self_port . '; }
        }
        location = /paged {
            error_page 404 =200 /site-502;
            bizrec_enrich_company;
            if ($arg_header) { add_header X-Block yes; }
            if ($arg_down) { proxy_pass http://127.0.0.1:1; }
        }
    }
    server { listen 127.0.0.1:' . $self_port . '; location / { return 200 "upstream"; } }',
);
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), business_name => 'one', website_url => 'https://example.com' });
$server->start;

my $body = '{"website":"example.com","query":"one"}';
sub ask { my ($path) = @_; return post($server, $path, $body) }

sub found {
    my ($path, $name) = @_;
    my $reply = ask($path);
    is($reply->{status}, 200, "$name: 200");
    like($reply->{content}, qr/${\uuid(1)}/, "$name: the endpoint's answer");
    return $reply;
}

for my $path ('/proxy', '/search') {
    found($path, "$path, no block");
    is(found("$path?header=1", "$path, a block without a handler")->{headers}{'x-block'}, 'yes',      "$path: ... and what the block says");
    is(ask("$path?up=1")->{content},                                                      'upstream', "$path: proxy_pass in an if");
}
is(post($server, '/search?header=1', '{"query":"one","limit":2}')->{status}, 422, 'parameters of the endpoint hold in the block');
is(ask('/proxy?return=1')->{status},                                         418, 'return in an if');
is(ask('/proxy?fastcgi=1')->{content}, 'page of the site', 'fastcgi_pass in an if: its errors are those of the site');
is(ask('/proxy?down=1')->{content},    'page of the site', 'proxy_pass in an if, to an upstream that is down, too');

found('/except', 'limit_except, the method of the endpoint');
is(request($server, 'GET', '/except')->{content}, 'upstream', 'limit_except: proxy_pass for the others');
found('/only-post', 'limit_except without a handler, POST');
my $reply = request($server, 'GET', '/only-post');
is("$reply->{status} $reply->{json}{code}", '403 forbidden', '... and GET: the refusal in JSON');

found('/inside', 'a location with locations inside');
is(ask('/inside/up')->{content},   'upstream',         'a location inside');
is(ask('/inside/down')->{content}, 'page of the site', '... has the error pages of the site');
is(ask('/paged?down=1')->{headers}{'content-type'},
    'text/html', 'error_page of the location itself replaces those of the site in its blocks');
found('/paged?header=1', 'a block in a location with an error_page');

# --- two handlers of one location

my $refused = Bizrec::Server->new(http => 'server { listen %%LISTEN%%; }');
build_index($refused->prefix . '/index.mdb', { store_id => uuid(1), business_name => 'one' });
$refused->allow_log(qr/\[emerg\]/);
my $index    = "bizrec_index ${\$refused->prefix}/index.mdb;";
my %handlers = (
    proxy_pass     => 'proxy_pass http://127.0.0.1:1;',
    fastcgi_pass   => 'fastcgi_pass 127.0.0.1:1;',
    empty_gif      => 'empty_gif;',
    memcached_pass => 'memcached_pass 127.0.0.1:1;',
    uwsgi_pass     => 'uwsgi_pass 127.0.0.1:1;',
    scgi_pass      => 'scgi_pass 127.0.0.1:1;',
    grpc_pass      => 'grpc_pass 127.0.0.1:1;',
    stub_status    => 'stub_status;',
);
for my $handler (sort keys %handlers) {
SKIP: {
        (my $module = $handler) =~ s/_pass\z//;
        skip("this nginx has no $handler", 12)
            if $version =~ /--without-http_$module/ || $handler eq 'stub_status' && $version !~ /http_stub_status_module/;
        for my $endpoint ('bizrec_enrich_company', 'bizrec_search_only_ids') {
            $refused->refuses(
                "$endpoint, then $handler",
                "$index location /e { $endpoint; $handlers{$handler} }",
                qq("$endpoint" in location "/e": a directive below it)
            );
            $refused->refuses(
                "$handler, then $endpoint",
                "$index location /e { $handlers{$handler} $endpoint; }",
                qq("$endpoint" directive stands in a location whose requests another)
            );
        }
    }
}
for my $block ('if ($arg_x)', 'limit_except POST') {
    for my $endpoint ('bizrec_enrich_company', 'bizrec_search_only_ids') {
        $refused->refuses(
            "$endpoint in $block",
            "$index location /e { bizrec_enrich_company; $block { $endpoint; } }",
            qq("$endpoint" directive is not allowed here)
        );
    }
}
$refused->refuses(
    'two endpoints',
    "$index location /e { bizrec_enrich_company; bizrec_search_only_ids; }",
    '"bizrec_search_only_ids" directive is duplicate'
);

Bizrec::Server::finish_all();
done_testing();

# Reloads: a reload serves a new index, a reload with a broken configuration leaves the old index serving, memory does not grow.
#
# lane: gate sanitize valgrind debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http   qw(post);
use Bizrec::Index  qw(build_index uuid);
use Bizrec::Memory qw(open_files resident_kb);
use Bizrec::Server;
use Bizrec::Session;
use Test::More;

my $http = 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; bizrec_index_interval off; EXTRA
    location = /e { bizrec_enrich_company; }
    location = /same { bizrec_index %%PREFIX%%/index.mdb; bizrec_enrich_company; }
    location = /other { bizrec_index %%PREFIX%%/other.mdb; bizrec_enrich_company; } }';

sub http { my ($extra) = @_; return $http =~ s/EXTRA/$extra/r }

my $server = Bizrec::Server->new(http => http(''));
my $path   = $server->prefix . '/index.mdb';

sub record { my ($n)     = @_; return { store_id => uuid($n), website_url => 'https://example.com' } }
sub found  { my ($where) = @_; return post($server, $where, { website => 'example.com' })->{json}[0]{id} }

build_index($path,                          record(1));
build_index($server->prefix . '/other.mdb', record(100));
$server->start;
is(found('/e'),     uuid(1),   'the first index');
is(found('/same'),  uuid(1),   'the same path again');
is(found('/other'), uuid(100), 'another index in another location');

sub maps_of {
    my ($pid) = @_;
    open my $maps, '<', "/proc/$pid/maps" or return -1;
    my $n = grep { /\.mdb/ } <$maps>;
    return $n;
}

sub sockets_of {
    my ($pid) = @_;
    return scalar grep { (readlink($_) // '') =~ /^socket:/ } glob "/proc/$pid/fd/*";
}
my $sockets = sockets_of($server->master);
is(maps_of($_),              2, 'a worker maps each file once') for $server->workers;
is(maps_of($server->master), 0, 'no map crosses the fork');

build_index($path, record(2));
is(found('/e'), uuid(1), 'a replaced file changes nothing by itself');
$server->reload;
is(found('/e'), uuid(2), '... a reload brings it');

$server->configure(http => http('bizrec_nonsense;'));
my @before = sort $server->workers;
$server->reload;
is_deeply([sort $server->workers], \@before, 'a broken configuration is not taken');
is(found('/e'), uuid(2), '... the old one serves on');
$server->configure(http => http(''));

# The master closes the channel of an old worker a moment after it has collected it.
sub reload_often {
    my ($times) = @_;
    $server->reload for 1 .. $times;
    return $server->wait_until(sub { sockets_of($server->master) == $sockets }, 'the channel of the new worker alone');
}
reload_often(5);    # allocators warm up
my ($memory, $files) = (resident_kb($server->master), open_files($server->master));
reload_often(30);
my $grown = resident_kb($server->master) - $memory;
cmp_ok($grown, '<', $ENV{BIZREC_INSTRUMENTED} ? 65_536 : 2048, "30 reloads: the master has not grown ($grown KiB)");
is(open_files($server->master), $files,  '... and holds no more files');
is(found('/e'),                 uuid(2), '... and all is well');

$server->allow_log(qr/bizrec_nonsense/);
# Without a master process nginx starts no worker for a new configuration: its indexes are opened nevertheless. (Then nginx
# itself accepts no new connections: "worker_connections are not enough".)
{
    my $single = sub {
        my ($name) = @_;
        return "server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/$name.mdb; bizrec_access off; bizrec_search_inline_work 0;"
            . ' location = /e { bizrec_enrich_company; } location = /s { bizrec_search_only_ids; } }';
    };
    my $alone = Bizrec::Server->new(main => "master_process off;\n", http => $single->('first'));
    build_index($alone->prefix . "/$_.mdb", { store_id => uuid(1), business_name => $_, website_url => 'https://example.com' })
        for qw(first second);
    my $opened =
        sub { my ($name) = @_; return $alone->error_log =~ /bizrec_index "[^"]*\/$name\.mdb": generation [0-9a-f]{16}, 1 records/ };
    $alone->start_single;
    my $session = Bizrec::Session->open(port => $alone->port);
    my $status  = sub { my ($reply) = $session->ask(['/e', '{"website":"example.com"}']); return $reply ? $reply->{status} : 'nothing' };
    is($status->(), 200, 'master_process off');
    $alone->configure(main => "master_process off;\n", http => $single->('second'));
    kill 'HUP', $alone->master;
    $alone->wait_until(sub { $opened->('second') }, 'the new index');
    pass('... and a reload: the index of the new configuration is open');
    is($status->(), 200, '... and connections that stay are served');
    my ($searched) = $session->ask(['/s', '{"query":"second"}']);
    is($searched->{status}, 200, '... long searches too, by the event loop: nginx begins no threads for a new configuration');
    $session->close;
}

Bizrec::Server::finish_all();
done_testing();

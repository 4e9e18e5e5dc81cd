# Without a usable index requests get 503 in JSON; the workers recover by themselves when the file exists.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post request);
use Bizrec::Index qw(build_index damage_index uuid);
use Bizrec::Server;
use Test::More;

my $server = Bizrec::Server->new(
    main => "worker_processes 2;\n",
    http => 'server { listen %%LISTEN%% reuseport;
        bizrec_index %%PREFIX%%/index.mdb missing=503;
        location = /e { bizrec_enrich_company; add_header X-Worker $pid always; add_header X-Generation $bizrec_index_generation; }
        location = /other { return 200 "fine"; } }',
);
my $path = $server->prefix . '/index.mdb';

sub ask { return post($server, '/e', { website => 'example.com' }) }

sub record {
    my ($n) = @_;
    return { store_id => uuid($n), business_name => "Number $n", website_url => 'https://example.com' };
}

# Waits until the last answer of each worker has this form. With reuseport every worker gets connections.
sub wait_for {
    my ($status, $id, $what) = @_;
    my %is_so;
    $server->wait_until(
        sub {
            my $reply = ask();
            $is_so{ $reply->{headers}{'x-worker'} } = $reply->{status} == $status && (!$id || ($reply->{json}[0]{id} // '') eq $id);
            return 2 == grep { $is_so{$_} } $server->workers;
        },
        $what
    );
    return pass($what);
}

$server->start;
my $reply = ask();
is($reply->{status}, 503, 'no index: 503');
is_deeply(
    $reply->{json},
    {
        error  => 'the index is not available at the moment; please retry shortly',
        detail => 'the index is not available at the moment; please retry shortly',
        code   => 'index_unavailable'
    },
    '... in JSON'
);
is($reply->{headers}{'retry-after'}, 1, '... with Retry-After');
is(request($server, 'GET', '/other')->{content}, 'fine', 'everything else goes on');
is(request($server, 'GET', '/e')->{status},      404,    'and so do the results that need no index');

build_index($path, record(1));
wait_for(200, uuid(1), 'healed by the file, without a restart');
like(ask()->{headers}{'x-generation'}, qr/^[0-9a-f]{16}$/, 'the generation has a name');

# Later workers serve the same index as before; workers of a new server find none.
unlink $path;
$server->kill_workers;
wait_for(200, uuid(1), 'respawned without a file: what has served');
$server->stop;
$server->start;
wait_for(503, undef, 'a start without a file: 503');
like($server->error_log, qr/bizrec_index "\Q$path\E": does not exist.*503/, '... the log says why');
# Log lines about the missing file, by worker.
sub complaints {
    my ($log, %lines_of) = $server->error_log;
    $lines_of{$1}++ while $log =~ /(\d+)#\d+: bizrec_index "\Q$path\E": does not exist.*503/g;
    return map { $lines_of{$_} // 0 } $server->workers;
}
$server->wait_until(
    sub {
        !grep { $_ == 0 } complaints();
    },
    'the second new worker'
);    # the first one may have answered already
$server->wait_for_wakes(5);
is_deeply([complaints()], [1, 1], '... once for each worker, not at each look') or diag $server->error_log;

# If the file differs from the one of the configuration phase, it is hashed before use.
build_index($path, record(2));
wait_for(200, uuid(2), 'healed by another index');

damage_index($path);
$server->kill_workers;
wait_for(200, uuid(2), 'respawned on a damaged file: what has served');
$server->stop;
$server->start;
wait_for(503, undef, 'a start on a damaged file: 503, no crash');
build_index($path, record(3));
wait_for(200, uuid(3), 'healed again');

# The same without a master process.
$server->stop;
unlink $path;
my $single = Bizrec::Server->new(
    main => "master_process off;\nworker_processes 1;\n",
    http => 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb missing=503; location = /e { bizrec_enrich_company; } }',
);
sub ask_single { return post($single, '/e', { website => 'example.com' }) }
$single->start_single;
is(ask_single()->{status}, 503, 'single process: 503');
build_index($single->prefix . '/index.mdb', record(4));
$single->wait_until(sub { ask_single()->{status} == 200 }, 'single process: healed');

$server->allow_log(qr/exited on signal 9/);
Bizrec::Server::finish_all();
done_testing();

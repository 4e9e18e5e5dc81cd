# The pool of a configuration that names none: bounded, with a worker's share of the processors; a `thread_pool bizrec` above
# the http block sets another size; nginx warns of its own pool without a bound.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(comes_true);
use Test::More;

my $server = Bizrec::Server->new;
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), business_name => 'Bakery' });

sub configured {
    my ($main, $pool) = @_;
    return $server->configure(
        main => "worker_processes 1;\n$main",
        http => "bizrec_access off; bizrec_index %%PREFIX%%/index.mdb; bizrec_search_inline_work 0; bizrec_search_deadline 0; $pool
        add_header X-Offloaded \$bizrec_offloaded always;
        server { listen %%LISTEN%%; location = /s { bizrec_search_only_ids; } }"
    );
}

# The number of threads of the worker in addition to its event loop, once there are as many as expected. The index does not
# change, so all of them belong to a pool. Also whether a thread did the search.
sub threads {
    my ($main, $pool, $expected) = @_;
    configured($main, $pool);
    $server->start;
    my ($answer) = post($server, '/s', '{"query":"bakery"}');
    is($answer->{status}, 200, 'it answers');
    my ($worker) = $server->workers;
    my $threads;
    comes_true(sub { $threads = (() = glob "/proc/$worker/task/*") - 1; $threads == $expected });
    $server->stop;
    return ($threads, $answer->{headers}{'x-offloaded'});
}

my ($threads, $offloaded) = threads('', 'bizrec_search_thread_pool off;', 0);
is("$threads $offloaded", '0 0', 'off: the event loop does it');
chomp(my $processors = qx{nproc});
my $share = $processors < 2 ? 2 : $processors > 32 ? 32 : $processors;
($threads, $offloaded) = threads('', '', $share);
is($offloaded, 1,      'none is named: a thread does it');
is($threads,   $share, "... of a pool of $share");
($threads) = threads("thread_pool bizrec threads=5 max_queue=7;\n", '', 5);
is($threads, 5, 'thread_pool bizrec above the http block sets its size');
($threads) = threads("thread_pool mine threads=3;\n", 'bizrec_search_thread_pool mine;', 3);
is($threads, 3, 'another pool takes its place');

configured('', 'bizrec_search_thread_pool default;');
my ($exit, $text) = $server->check;
is($exit, 0, "nginx's own pool is accepted");
like($text, qr/\[warn\].*bizrec_search_thread_pool: nginx's own pool "default" has 32 threads and a queue of 65536/, '... with a warning');
configured("thread_pool default threads=2 max_queue=128;\n", 'bizrec_search_thread_pool default;');
(undef, $text) = $server->check;
unlike($text, qr/bizrec_search_thread_pool:/, '... which a bound above the http block ends');

done_testing();

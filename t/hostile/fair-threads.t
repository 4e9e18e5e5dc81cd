# One key floods the threads with the most expensive batches, and the requests of others go on: teams take turns with pieces,
# the bound for a team's queue affects only that team, a full queue refuses the fullest team, and no team holds the last thread.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Hold  qw(held hold let_pass let_pass_and_hold looks release start_holdable why_not);
use Bizrec::Http  qw(connect_to parse post read_reply);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use JSON::PP;
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;

my $server = Bizrec::Server->new;
$server->refuses(@$_)
    for (
    ['team_queue twice', 'bizrec_search_team_queue 1; bizrec_search_team_queue 2;', qr/"bizrec_search_team_queue" directive is duplicate/],
    map { [
        "team_queue $_",
        "bizrec_search_team_queue $_;",
        qr/bizrec_search_team_queue: a number of requests, 1 or more, such as "64", or "off" was expected, "$_" came/
    ] } qw(0 -1 many 1s)
    );
$server->allow_log(qr/\[emerg\]|thread pool "small" queue overflow/);

SKIP: {
    skip why_not(), 1 if why_not();
    $server->configure(
        main => "worker_processes 1;\n"
            . join('', map { "thread_pool $_;\n" } 'one threads=1', 'two threads=2', 'small threads=1 max_queue=3'),
        http => 'log_format told "$arg_id $status $bizrec_error $bizrec_rows"; access_log access.log told;
    client_body_buffer_size 1m; bizrec_index %%PREFIX%%/index.mdb;
    bizrec_access $arg_team; bizrec_search_inline_work 0; bizrec_search_deadline 0; bizrec_search_thread_pool one;
    server {
        listen %%LISTEN%%;
        location = /batch { bizrec_enrich_batch; }
        location = /search { bizrec_search_only_ids; }
        location = /enrich { bizrec_enrich_company; }
        location = /inline { bizrec_enrich_company; bizrec_search_thread_pool off; access_log off; }
        location = /few { bizrec_search_only_ids; bizrec_search_team_queue 3; }
        location = /small { bizrec_search_only_ids; bizrec_search_thread_pool small; }
        location = /two/batch { bizrec_enrich_batch; bizrec_search_thread_pool two; }
        location = /two/search { bizrec_search_only_ids; bizrec_search_thread_pool two; }
    }',
    );
    build_index(
        $server->prefix . '/index.mdb',
        map { {
            store_id      => uuid($_),
            business_name => "Bakery $_",
            website_url   => "https://chain.example/$_",
            latitude      => $_ / 10,
            longitude     => 5
        } } 1 .. 20
    );
    start_holdable($server);

    my $usual   = '{"query":"bakery","website":"chain.example"}';
    my @circles = map { { lat => 0.1 * $_, long => 5, geo_radius => 100_000 } } 1 .. 100;
    my $worst   = encode_json({ items => [map { { website => 'chain.example', location => \@circles } } 1 .. 100] });

    my $ask = sub {
        my ($path, $team, $id, $body) = (@_, $usual);
        my $socket = connect_to($server);
        my $text =
            "POST $path?team=$team&id=$id HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
        for (my $sent = 0; $sent < length $text;) { $sent += syswrite($socket, $text, length($text) - $sent, $sent) // die "send: $!\n" }
        return $socket;
    };
    my $answer = sub { my ($socket) = @_; return parse(read_reply($socket, patience())) };
    my $ids    = sub {
        return map { (split)[0] } $server->lines('access.log');
    };
    my $told = sub {
        my ($id)   = @_;
        my ($line) = grep { /^\Q$id\E / } $server->lines('access.log');
        return $line // '';
    };

    # The worker handles connections in order, so it has seen all earlier ones.
    my $seen     = sub { return is(post($server, '/inline?team=other', $usual)->{status}, 200, "$_[0]: the event loop goes on") };
    my $hold_one = sub {
        hold($server);
        my @asked = $_[0]->();
        $server->wait_until(sub { held($server) == 1 }, 'a thread');
        return @asked;
    };

    my $good  = post($server, '/search?team=victim', $usual)->{content};
    my $alone = post($server, '/batch?team=flood',   $worst)->{content};

    # --- pieces

    my @flood = $hold_one->(sub {
        map { $ask->('/batch', 'flood', "flood$_", $worst) } 1 .. 8;
    });
    $seen->('a flood');
    for my $n (1 .. 5) {
        my $path   = $n % 2 ? '/search' : '/enrich';
        my $victim = $ask->($path, 'victim', "victim$n");
        $seen->("victim $n");
        let_pass($server, 2 + 2);    # two looks for the current piece, two for the piece of the victim
        is($answer->($victim)->{status}, 200, "victim $n waits for one piece of the flood");
    }
    is_deeply([grep { /^flood/ } $ids->()], [], '... of which no request is done');
    release($server);
    is($answer->($_)->{content}, $alone, 'a batch in pieces is the same batch') for @flood;

    # --- a client that leaves in the middle of its batch

    my ($leaves) = $hold_one->(sub { $ask->('/batch', 'flood', 'leaves', $worst) });
    let_pass_and_hold($server, 2 * 10);
    my $waits = $ask->('/search', 'flood', 'waits');
    $seen->('ten items of a batch');
    my $looks = looks($server);
    setsockopt $leaves, SOL_SOCKET, SO_LINGER, pack('i i', 1, 0);
    close $leaves;
    $seen->('its client leaves');
    release($server);
    is($answer->($waits)->{content}, $good, 'a request that waits for a batch whose client leaves is answered');
    cmp_ok(looks($server) - $looks, '<=', 1 + 2, '... and the other ninety items are not begun');
    $server->wait_until(sub { $told->('leaves') }, 'its line in the log');
    is($told->('leaves'), 'leaves 499 - -', '... which is logged as 499');

    # --- bounds

    my ($busy)  = $hold_one->(sub { $ask->('/few', 'flood', 'busy') });
    my @line    = map { $ask->('/few', 'flood', "line$_") } 1 .. 3;
    my $refused = $answer->($ask->('/few', 'flood', 'refused'));
    my $other   = $ask->('/few', 'victim', 'other');
    is_deeply(
        [$refused->{status}, $refused->{headers}{'retry-after'}, @{ $refused->{json} }{qw(code error)}],
        [503, 1, 'overloaded', 'too many of your long requests are waiting; send fewer at a time'],
        'a fourth request in a line of three is refused at once'
    );
    $seen->('a full line');
    release($server);
    is($answer->($_)->{content}, $good, '... those in the line, and other teams, are answered') for $busy, @line, $other;

    ($busy) = $hold_one->(sub { $ask->('/small', 'flood', 'busy2') });
    @line = map { $ask->('/small', 'flood', "queue$_") } 1 .. 3;
    is($answer->($ask->('/small', 'flood', 'queue4'))->{json}{code}, 'overloaded', 'a full queue refuses the team that fills it');
    $other = $ask->('/small', 'victim', 'comes');
    my $pushed_out = $answer->(pop @line);
    is("$pushed_out->{status} $pushed_out->{json}{code}", '503 overloaded', '... and gives the place of its newest to another team');
    release($server);
    is($answer->($_)->{content}, $good, '... which is answered, as the others are') for $busy, @line, $other;

    # --- the last thread

    post($server, '/two/search?team=victim', $usual);
    @flood = ();
    hold($server);
    push @flood, $ask->('/two/batch', 'flood', "two$_", $worst) for 1 .. 4;
    $seen->('a flood for two threads');
    $server->wait_until(sub { held($server) >= 1 }, 'a thread');
    let_pass($server, 20);
    $server->wait_until(sub { held($server) == 1 }, 'the last thread to be free');
    my $next = $ask->('/two/search', 'victim', 'next');
    $server->wait_until(sub { held($server) == 2 }, 'another team to have it at once');
    is_deeply([grep { /^two/ } $ids->()], [], 'no batch is done by then');
    release($server);
    is($answer->($next)->{content}, $good,  '... and it is answered');
    is($answer->($_)->{content},    $alone, '... and so is the flood') for @flood;

    # --- reload and stop

    my ($old)   = $server->workers;
    my ($first) = $hold_one->(sub { $ask->('/batch', 'flood', 'first', $worst) });
    @line = map { $ask->('/search', "team$_", "reload$_") } 1 .. 5;
    $seen->('before a reload');
    kill 'HUP', $server->master;
    $server->wait_until(
        sub {
            grep { $_ != $old } $server->workers;
        },
        'a new worker'
    );
    release($server);
    is($answer->($_)->{content},     $good,  'requests that wait at a reload are answered') for @line;
    is($answer->($first)->{content}, $alone, '... and so are those in progress');
    $server->wait_for_end($old);

    ($first) = $hold_one->(sub { $ask->('/batch', 'flood', 'stopped', $worst) });
    @line = map { $ask->('/search', "team$_", "stop$_") } 1 .. 5;
    $seen->('before a stop');
    $looks = looks($server);
    my ($stopped) = $server->workers;
    kill 'TERM', $stopped;
    $server->wait_until(sub { $server->error_log =~ /\[notice\] $stopped#\d+: exiting/ }, 'the end to begin');
    release($server);
    read_reply($_, patience()) for $first, @line;
    cmp_ok(looks($server) - $looks, '<=', 1 + 2, 'a fast stop waits for the current piece, and begins no other');
    $server->wait_until(sub { my ($reply) = post($server, '/search?team=victim', $usual); $reply->{status} == 200 }, 'the next worker');
    unlike($server->error_log, qr/exited on signal [^1]|open socket #|count is zero/, 'no worker has died of it');
}

Bizrec::Server::finish_all();
done_testing();

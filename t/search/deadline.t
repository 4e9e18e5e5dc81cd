# A request that is not done in time is refused: bizrec_search_deadline. A waiting request gets its answer at once, and its work
# never begins.
#
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Hold  qw(held hold let_pass_and_hold looks pass_time release start_holdable stop_clock why_not);
use Bizrec::Http  qw(connect_to parse post read_reply);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Test::More;

my $server   = Bizrec::Server->new;
my $expected = 'bizrec_search_deadline: a time such as "1s" or "500ms", or "0" for none, was expected, "%s" came';
for my $case (
    ['deadline without a time', 'bizrec_search_deadline;', qr/invalid number of arguments in "bizrec_search_deadline"/],
    ['deadline twice', 'bizrec_search_deadline 1s; bizrec_search_deadline 2s;', qr/"bizrec_search_deadline" directive is duplicate/],
    map { ["deadline $_", "bizrec_search_deadline $_;", qr/\Q@{[sprintf $expected, $_]}\E/] } qw(off -1s soon 1x 99999999999999999999s),
    )
{
    $server->refuses(@$case);
}
$server->allow_log(qr/\[emerg\]/);

SKIP: {
    skip why_not(), 1 if why_not();
    $server->configure(
        main => "worker_processes 1;\nthread_pool one threads=1 max_queue=1000;\n",
        http => 'log_format told "$arg_id $status $bizrec_error $bizrec_rows $bizrec_total_count $bizrec_engine_time_us $bizrec_offloaded";
    access_log access.log told;
    bizrec_index %%PREFIX%%/index.mdb; bizrec_search_thread_pool one; bizrec_search_inline_work 0;
    server {
        listen %%LISTEN%%;
        location /short {
            bizrec_search_deadline 100ms;
            location = /short/search { bizrec_search_only_ids; if ($arg_x) { set $y 1; } }
            location = /short/enrich { bizrec_enrich_company; }
            location = /short/batch { bizrec_enrich_batch; }
            location = /short/inline { bizrec_enrich_company; bizrec_search_thread_pool off; }
        }
        location = /none { bizrec_search_only_ids; bizrec_search_deadline 0; }
        location = /default { bizrec_search_only_ids; }
        location = /long { bizrec_search_only_ids; bizrec_search_deadline 1h; }
    }',
    );
    build_index($server->prefix . '/index.mdb',
        map { { store_id => uuid($_), business_name => "Bakery $_", website_url => 'https://chain.example/' } } 1 .. 5);
    start_holdable($server);

    my $body = '{"query":"bakery","website":"chain.example"}';
    my $ask  = sub {
        my ($path, $id, $content) = (@_, $body);
        my $socket = connect_to($server);
        my $mark   = $path =~ /\?/ ? '&' : '?';
        syswrite $socket,
            "POST $path${mark}id=$id HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($content) . "\r\n\r\n$content";
        return $socket;
    };
    my %told = ();
    my $wait = sub {
        my ($id) = @_;
        $server->wait_until(
            sub {
                %told = map { (split / /, $_, 2)[0, 1] } $server->lines('access.log');
                $told{$id};
            },
            "$id in the log"
        );
        return $told{$id};
    };
    my $good = post($server, '/none', $body)->{content};

    hold($server);
    stop_clock($server);
    my $first = $ask->('/long', 'first');
    $server->wait_until(sub { held($server) == 1 }, 'a thread to hold');
    my @short   = ('/short/search', '/short/search?x=1', '/short/enrich');
    my @answers = ('/none', '/long');

    my %waiting = map { ($_ => $ask->($_, $_)) } @short, @answers, '/default';
    my $looks   = looks($server);

    # Sends a request that the event loop answers itself. It wakes the event loop.
    my $wake = sub {
        return is(post($server, '/short/inline?id=inline', $body)->{status}, 200, "$_[0]: enrichment still answers");
    };
    my $is_refused = sub {
        my ($path) = @_;
        my $reply = parse(read_reply($waiting{$path}, 0.1));
        close $waiting{$path};    # otherwise nginx lingers, by a clock that stands still
        is_deeply(
            [$reply->{status}, $reply->{headers}{'retry-after'}, @{ $reply->{json} }{qw(code error)}],
            [503, 1, 'overloaded', 'too many long requests are waiting'],
            "$path: 503 overloaded with Retry-After while the thread is still at work"
        );
        return is($wait->($path), '503 overloaded - - - -', '... without rows or a time in the log');
    };
    $wake->('all wait');
    pass_time($server, 0.2);
    $wake->('later');
    $is_refused->($_) for @short;
    pass_time($server, 1);
    $wake->('later still');
    $is_refused->('/default');
    is(looks($server), $looks, 'none of them was begun');

    release($server);
    is(parse(read_reply($first, 0.1))->{content}, $good, 'what is done before its deadline is answered');
    for my $path (@answers) {
        is(parse(read_reply($waiting{$path}, 0.1))->{content}, $good, "$path: answered");
        close $waiting{$path};
        like($wait->($path), qr/^200 - 5 5 \d+ 1$/, '... as the log says');
    }

    # A thread ends its work at its next check: in a batch between two items, in a search before its rows are written.
    my $count = 10;
    my $items = join ',', map { '{"website":"chain.example"}' } 1 .. $count;
    my $batch = sub { return $ask->($_[0], $_[1], qq({"items":[$items]})) };
    for my $path ('/short/batch', '/short/search') {
        hold($server);
        my $late = $path =~ /batch/ ? $batch->($path, "late$path") : $ask->($path, "late$path");
        $server->wait_until(sub { held($server) == 1 }, 'a thread to hold');
        let_pass_and_hold($server, 4) if $path =~ /batch/;
        $wake->("$path, at work");
        pass_time($server, 0.2);
        $wake->("$path, too late");
        $looks = looks($server);
        release($server);
        is(parse(read_reply($late, 0.1))->{status}, 503, "$path: cancelled at work");
        close $late;
        is($wait->("late$path"), '503 overloaded - - - -', '... without rows in the log');
        cmp_ok(looks($server) - $looks, '<', 3, '... and the rest is not begun');
    }
    is(post($server, '/short/search', $body)->{content}, $good, 'the next request is answered');
}

Bizrec::Server::finish_all();
done_testing();

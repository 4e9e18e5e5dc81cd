# Credits: the price of an answer, the figures for the client, 402 to the last row, the balance, and refused configurations.
#
# lane: gate sanitize thread

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Credits qw(charged_lines figures);
use Bizrec::Http    qw(post request);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use Test::More;

my $server = Bizrec::Server->new(
    main => "worker_processes 2;\n",
    http => '
    map $http_x_team $team { default $http_x_team; }
    log_format credits escape=json \'{"team":"$team","rows":"$bizrec_rows","status":$status,"credits":"$bizrec_credits_charged",\'
        \'"remaining":"$bizrec_credits_remaining","charged_at":"$bizrec_credits_charged_at","endpoint":"$bizrec_endpoint",\'
        \'"request_id":"$request_id"}\';
    server {
        listen %%LISTEN%%;
        access_log %%PREFIX%%/credits.log credits;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access $team;
        bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=test sync=50ms;
        location = /e { bizrec_price 1; bizrec_enrich_company; }
        location = /s { bizrec_price 0.1; bizrec_search_only_ids; }
        location = /full { bizrec_price 1; bizrec_search; }
        location = /records { bizrec_price 1; bizrec_records; }
        location = /free { bizrec_price 0; bizrec_enrich_company; }
        location = /open {
            bizrec_price 1;
            bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=test sync=50ms unknown=free;
            bizrec_enrich_company;
        }
        location = /told { bizrec_price 1; bizrec_access $team forbidden=$arg_forbid exhausted=$arg_used; bizrec_enrich_company; }
        location = /again { bizrec_price 1; bizrec_access $team forbidden=1; error_page 403 = @again; bizrec_enrich_company; }
        location @again { satisfy any; allow all; bizrec_price 1; bizrec_access $arg_team; bizrec_enrich_company; }
        location = /plain { bizrec_price 1; return 200 "text"; }
        location = /mirrored { mirror /copy; bizrec_price 1; bizrec_enrich_company; }
        location = /copy { internal; bizrec_price 1; bizrec_enrich_company; }
        location = /balance { bizrec_credits_balance; }
    }',
);
my $credits = Bizrec::Credits->new($server)->grant('acme', '7.5', 'first')->grant('poor', '0', 'nothing')->grant('reader', '4', 'reads');
build_index($server->prefix . '/index.mdb',
    map { { store_id => uuid($_), business_name => "Shop $_", website_url => 'https://example.com', num_stores => $_ } } 1 .. 5);
$server->start;

sub ask {
    my ($path, $body, $team) = @_;
    return post($server, $path, $body, $team ? { 'X-Team' => $team } : {});
}

my $two = '{"website":"example.com","limit":2}';
my $one = '{"website":"example.com","limit":1}';
is_deeply(figures(ask('/e',        $two,                           'acme')), [200, '2',   '5.5'], 'two rows of a credit each');
is_deeply(figures(ask('/e',        '{"website":"nobody.example"}', 'acme')), [200, '0',   '5.5'], 'a miss costs nothing');
is_deeply(figures(ask('/e',        '{}',                           'acme')), [422, '0',   '5.5'], 'an error neither');
is_deeply(figures(ask('/s',        '{"query":"shop","limit":3}',   'acme')), [200, '0.3', '5.2'], 'ids at their rate');
is_deeply(figures(ask('/free',     $two,                           'acme')), [200, undef, undef], 'a location without a price');
is_deeply(figures(ask('/again',    $one,                           'acme')), [402, '0',   '0'],   'no team of a location before pays');
is_deeply(figures(ask('/plain',    $two,                           'acme')), [200, undef, undef], 'what is no endpoint');
is_deeply(figures(ask('/mirrored', $one,                           'acme')), [200, '1',   '4.2'], 'a mirrored request is charged once');
my $reply = ask('/e', '{"website":"example.com","limit":5}', 'acme');
is_deeply(figures($reply), [402, '0', '4.2'], 'five rows, and credits for four');
is_deeply(
    $reply->{json},
    {
        error             => 'Credit limit reached',
        detail            => 'Credit limit reached',
        code              => 'credit_limit_reached',
        credits_needed    => 5,
        credits_remaining => 4.2
    },
    '... the body'
);

for my $case (
    ['/e',    '{"website":"example.com","limit":5}', '{"rows":5,"total_count":5,"credits":5}'],
    ['/s',    '{"query":"shop","limit":3}',          '{"rows":3,"total_count":5,"credits":0.3}'],
    ['/free', $two,                                  '{"rows":2,"total_count":5,"credits":0}']
    )
{
    my ($path, $body, $price) = @$case;
    my $told = post($server, $path, $body, { 'X-Team' => 'acme', Prefer => 'return=minimal' });
    is($told->{content}, $price, "$path: the price before the purchase");
    is_deeply(figures($told), $path eq '/free' ? [200, undef, undef] : [200, '0', '4.2'], '... costs nothing, covered or not');
}
is_deeply(figures(ask('/e', '{"website":"example.com","limit":4}', 'acme')), [200, '4',   '0.2'], 'four of them are delivered');
is_deeply(figures(ask('/e', $one,                                  'acme')), [402, '0',   '0.2'], 'less than a row is left');
is_deeply(figures(ask('/s', '{"query":"shop","limit":2}',          'acme')), [200, '0.2', '0'],   'but two ids');
$reply = ask('/e', '{"website":"nobody.example"}', 'acme');
is_deeply(figures($reply),                                                  [402, '0', '0'], 'a balance of 0 is refused before any work');
is_deeply([@{ $reply->{json} }{qw(code credits_needed credits_remaining)}], ['credit_limit_reached', 1, 0], '... with its figures');
is_deeply(figures(ask('/e', $one, 'poor')),               [402, '0', '0'], 'a team that was granted nothing');
is_deeply(figures(ask('/e', $one, 'stranger')),           [402, '0', '0'], 'a team without an account gets 402 with 0 remaining');
is_deeply(figures(ask('/told?used=1', $one, 'acme')),     [402, '0', '0'], 'a team that is marked as exhausted gets 402 with what remains');
is_deeply(figures(ask('/told?used=1', $one, 'reader')),   [402, '0', '4'], '... whatever that is');
is_deeply(figures(ask('/told?forbid=1', $one, 'reader')), [403, '0', '4'], '... and so is one that may not');
is_deeply(figures(ask('/told?forbid=1', $one)),           [401, '0', undef], '... but a client without a key gets no balance');
is_deeply(
    figures(ask('/e', 'x' x 70_000, 'reader')),
    [413, '0', undef],
    '... nor before the key was looked at: guessing keys by large bodies tells nothing'
);
is_deeply(figures(ask('/open', $one, 'stranger')), [200, '0', undef], '... which is free where unknown=free');
is_deeply(figures(ask('/open', $one, 'acme')),     [402, '0', '0'],   '... while an account is charged there, too');
is_deeply(figures(ask('/e', $one)), [401, '0', undef], 'nobody');

# Full searches and records of ids: a credit for each existing record.
is_deeply(figures(ask('/full', '{"query":"shop","limit":2}', 'reader')), [200, '2', '2'], 'records of a full search');
sub records { my ($method, $ids) = @_; return request($server, $method, "/records?id=$ids", headers => { 'X-Team' => 'reader' }) }
is_deeply(figures(records('GET', join ',', uuid(1), uuid(1), uuid(99))), [200, '1', '1'], 'an id costs once, an unknown id costs nothing');
is_deeply(figures(records('GET', uuid(99))),                             [200, '0', '1'], '... so a miss is free');
is_deeply(figures(records('GET', join ',', uuid(1), uuid(2))),           [402, '0', '1'], 'more than is left');
is_deeply(figures(records('HEAD', uuid(1))),                             [404, '0', '1'], 'HEAD delivers no record');
is_deeply(figures(ask('/records', '["' . uuid(1) . '"]', 'reader')),     [200, '1', '0'], 'the last');

sub balance { my ($team) = @_; return request($server, 'GET', '/balance', headers => $team ? { 'X-Team' => $team } : {}) }
is(balance('acme')->{content},     '{"team":"acme","granted":7.5,"spent":7.5,"remaining":0}', 'the balance');
is(balance('stranger')->{content}, '{"team":"stranger","granted":0,"spent":0,"remaining":0}', '... of a team without an account');
is(balance()->{status},            401,                                                       '... without a key');
is(request($server, 'HEAD', '/balance', headers => { 'X-Team' => 'acme' })->{status}, 200,    '... HEAD');
$reply = post($server, '/balance', '{}', { 'X-Team' => 'acme' });
is_deeply([$reply->{status}, $reply->{json}{code}], [404, 'not_found'], '... POST is another address');

# Grants arrive without a reload.
$credits->grant('acme', '2', 'second')->grant('late', '1', 'third');
$server->wait_until(sub { balance('acme')->{json}{remaining} == 2 && balance('late')->{json}{remaining} == 1 }, 'the grants');
is_deeply(figures(ask('/e', $one, 'late')), [200, '1', '0'], 'a team that is new');
$credits->grant('acme', '2', 'second');
is($credits->run('grant', 'acme', '3', '--id', 'second')->{code}, 1, 'another amount under a known id is refused');

# The figures match: those for clients, the access log and the ledger.
$server->wait_until(sub { $credits->spent('acme') == 7.5 }, 'the writer');
$server->wait_for_no_clients;    # a worker writes the line before it closes the connection
my ($untold, @lines) = charged_lines($server->read('credits.log'));
my %sum;
$sum{ $_->{team} } += $_->{credits} for grep { $_->{credits} } @lines;
is_deeply(
    { map { $_ => sprintf '%.3f', $sum{$_} } grep { $sum{$_} } keys %sum },
    { acme => '7.500', late => '1.000', reader => '4.000' },
    'the log has what was charged'
);
is($untold, 0, '... and when');

# A reload and a new master keep the charges.
$server->reload;
is(balance('acme')->{content}, '{"team":"acme","granted":9.5,"spent":7.5,"remaining":2}', 'after a reload');
is_deeply(figures(ask('/e', $one, 'acme')), [200, '1', '1'], '... charges go on');
$server->stop('QUIT');
is($credits->spent('acme'), 8.5, 'a server that ends has written all');
$server->start;
is_deeply(figures(ask('/e', $one, 'acme')), [200, '1', '0'], 'a server that starts again goes on');

Bizrec::Server::finish_all();
done_testing();

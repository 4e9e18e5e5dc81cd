# The bounds of an edge's power over the sums of all: a stolen role pushes any numbers, holds a transaction open, and sends
# events of others; sums exceed the largest amount. The others exchange as before.
#
# needs: postgresql
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Edges
    qw(@names %ledger all_agree books_of books_of_centre charged credits ledger_id meter meter_well new_centre new_ledgers start_centre);
use Bizrec::Wait qw(comes_true);
use JSON::PP;
use Test::More;

my $centre = start_centre();
my $json   = JSON::PP->new->canonical->utf8;
my $most   = '1000000000000';                  # credits of the largest grant

sub header {
    my ($id) = @_;
    return { type => 'ledger', version => 1, edge => $id, exported => 1, written => 0, closed_minute => 0 };
}
sub counter { my ($id, $team, $spent) = @_; return { type => 'counter', edge => $id, team => $team, spent_millicredits => $spent } }

# Calls a function of the centre with lines, as the role of an edge: (exit status, output).
sub calls {
    my ($name, $function, @lines) = @_;
    my $texts = join ', ', map { q(') . $json->encode($_) =~ s/'/''/gr . q(') } @lines;
    return $centre->try_sql("bizrec_$name", "select bizrec_credits.$function(array[$texts])");
}

subtest 'two unlimited grants on two edges, and counters of a stolen role' => sub {
    new_centre();
    new_ledgers();
    credits('grant', $ledger{$_},   'acme', $most,  '--id', "$_-unlimited") for qw(fra1 nyc1);
    credits('grant', $ledger{fra1}, 'bolt', '5000', '--id', 'I-1');
    charged('nyc1', 'bolt', 2000);
    meter_well($_) for @names, @names;
    is_deeply(books_of($_), ["acme ${most}000 0", 'bolt 5000000 2000'], "$_ takes all lines") for @names;
    is($centre->sql(q(select granted from bizrec_credits.teams where team = 'acme')), '2000000000000.000', 'the centre has the whole sum');
    my $id = ledger_id('sin1');
    my ($status, $said) = calls('sin1', 'push', header($id), map { counter($_, 'bolt', 10**15 + 1) } 'sin1/' . '0' x 16, $id);
    is($status, 0, 'any number is taken');
    like($said, qr/WARNING: .*"sin1" says .* "bolt" 1000000000000000 millicredits, more than the team was ever granted/, '... and told of');
    meter_well($_) for qw(fra1 nyc1);
    my ($bolt) = grep { /^bolt/ } @{ books_of('fra1') };
    is($bolt, 'bolt 5000000 5002000', '... up to what the team was granted, by all ledgers of the edge together');
    credits('grant', $ledger{fra1}, 'bolt', '100', '--id', 'I-2');
    meter_well($_) for qw(fra1 nyc1);
    is((grep { /^bolt/ } @{ books_of('nyc1') })[0], 'bolt 5100000 5002000', 'a new grant is there for the others');
};

subtest 'an open transaction of one edge stops no other' => sub {
    new_centre();
    new_ledgers();
    charged('fra1', 'acme', 1000);
    charged('nyc1', 'acme', 10);
    my $lines = join ', ', map { "'" . $json->encode($_) . "'" } header(ledger_id('fra1')), counter(ledger_id('fra1'), 'acme', 700),
        { type => 'grant', id => 'held', team => 'acme', millicredits => 5, granted => 1, note => '' };
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        $centre->try_sql('bizrec_fra1', "begin; select bizrec_credits.push(array[$lines]); select pg_sleep(600); commit");
        exit 0;
    }
    my $open =
        q{select count(*) from pg_stat_activity where usename = 'bizrec_fra1' and query like '%pg_sleep%' and wait_event = 'PgSleep'};
    ok(comes_true(sub { $centre->sql($open) eq '1' }), 'it is open');
    credits('grant', $ledger{nyc1}, 'acme', 7, '--id', 'mine');
    meter_well('nyc1', 'another edge exchanges');
    meter_well('sin1', '... and a third one');
    is_deeply(books_of('sin1'), ['acme 7000 10'], '... and learns of the second');
    is($centre->sql(q(select bizrec_credits.grant_credits('acme', 1, 'of-billing'))), 't', 'credits are granted');
    credits('grant', $ledger{nyc1}, 'acme', 9, '--id', 'held');
    charged('nyc1', 'acme', 20);
    my ($status, $said) = meter('nyc1');
    is($status, 1, 'a grant of the id that the open transaction has');
    like($said, qr/grants of edge "nyc1" wait for another transaction/, '... waits');
    is($centre->sql(q(select spent from bizrec_credits.spent_by_edge where edge = 'nyc1')), '0.020', '... and the counters do not');
    ($status, $said) = $centre->try_sql('postgres', q(select bizrec_credits.grant_credits('acme', 1, 'held')));
    like($said, qr/lock timeout/, 'grant_credits has a time limit');
    $centre->sql(q{select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bizrec_fra1'});
    waitpid $pid, 0;
    is_deeply(all_agree('after its end'), ['acme 17000 1020'], 'nothing is lost');
};

subtest 'after a restored centre an edge that may not grant pushes its counters' => sub {
    new_centre();
    new_ledgers();
    $centre->sql(q(select bizrec_credits.add_edge('sin1', 'bizrec_sin1', false)));
    $centre->sql(q(select bizrec_credits.grant_credits('acme', 5, 'I-1')));
    meter_well('sin1');
    charged('sin1', 'acme', 3000);
    $centre->sql('delete from bizrec_credits.grants; select bizrec_credits.restored()');
    my ($status, $said) = meter('sin1');
    is($status, 1, 'its grants are refused');
    like($said, qr/"sin1" may not grant, and brings 1 grants.*the counters were pushed, the grants were not/s, '... by words');
    is_deeply(books_of_centre(), ['acme 0 3000'], '... and its counters are there');
    $centre->sql(q(select bizrec_credits.grant_credits('acme', 5, 'I-1')));
    meter('sin1');
    meter_well('sin1', 'once the grant is made again, all is well');
};

sub event {
    my ($id, $start, $seconds, $rows, %more) = @_;
    my $of = "$id/acme/search";
    return {
        id           => "$of/$start/PT${seconds}S",
        edge         => $id,
        team         => 'acme',
        endpoint     => 'search',
        start        => $start,
        seconds      => $seconds,
        requests     => 1,
        rows         => $rows,
        millicredits => $rows * 1000,
        %more
    };
}

subtest 'events of usage' => sub {
    new_centre();
    new_ledgers();
    my ($mine, $other) = map { ledger_id($_) } qw(fra1 nyc1);
    my $noon = '2026-11-22T12:00:00Z';
    for my $case (
        ['an id of another edge', event($mine, $noon, 3600, 1, id => event($other, $noon, 3600, 1)->{id}), qr/id of the event "\Q$other\E/],
        ['an id of another length', event($mine, $noon, 3600, 1, id => event($mine, $noon, 60, 1)->{id}),  qr/id of the event/],
        ['no id',                   event($mine, $noon, 3600, 1, id => undef),                             qr/id of the event/],
        ['negative rows',           event($mine, $noon, 3600, -45_000),                                    qr/figures of 0 and more/],
        ['negative requests',       event($mine, $noon, 3600, 1, requests => -1),                          qr/figures of 0 and more/],
        ['no figure',               event($mine, $noon, 3600, 1, millicredits => undef),                   qr/figures of 0 and more/],
        ['no interval',             event($mine, $noon, 7, 1),                                             qr/whole minute, hour or day/],
        ['an hour at half past',    event($mine, '2026-11-22T12:30:00Z', 3600, 1),                         qr/whole minute, hour or day/],
        )
    {
        my ($what, $event, $words) = @$case;
        my ($status, $said) = calls('fra1', 'push_usage', event($mine, $noon, 3600, 1), $event);
        isnt($status, 0, "$what is refused");
        like($said, $words, '... by words');
    }
    is($centre->sql('select count(*) from bizrec_credits.usage_events'), 0, 'no event is stored');
    my $rows = 'select sum(rows) from bizrec_credits.usage_by_day';
    my $old  = event($mine, $noon, 3600, 3);
    $old->{id} =~ s{/PT3600S\z}{};
    calls('fra1', 'push_usage', $old);
    calls('fra1', 'push_usage', event($mine, $noon, 3600, 3), event($mine, '2026-11-22T00:00:00Z', 3600, 4));
    is($centre->sql($rows), 7, 'an event with the id of an earlier version is the same');
    calls('fra1', 'push_usage', event($mine, '2026-11-22T00:00:00Z', 86_400, 7));
    is($centre->sql($rows), 7, 'hours, then their day: 7 rows were delivered, not 14');
    calls('fra1', 'push_usage', event($mine, '2026-11-22T12:01:00Z', 60, 1), event($mine, '2026-11-23T00:00:00Z', 3600, 2));
    is($centre->sql($rows), 9, 'the next day is another');
    calls('nyc1', 'push_usage', event($other, $noon, 3600, 5));
    is($centre->sql($rows), 14, 'the hour of another edge is another event');
};

$centre->stop;
done_testing;

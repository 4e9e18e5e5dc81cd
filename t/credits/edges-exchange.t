# Exchanges of edges through the centre of credits: counters, and grants with any text that may contradict each other. After a
# failed exchange the next one repeats it, and finally all have the same sums.
#   BIZREC_SEED   for the contradicting grants (13)
#
# needs: postgresql
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(folder quoted slurp spew);
use Bizrec::Edges   qw(@names %ledger all_agree charged credits import_lines meter meter_well new_centre new_ledgers start_centre);
use JSON::PP;
use List::Util qw(shuffle);
use Test::More;

my $centre = start_centre();
my $json   = JSON::PP->new->canonical->utf8;

# lmdb_builder, except for imports.
my $no_import = folder() . '/without import';
chmod 0755, spew($no_import, qq(#!/bin/sh\n[ "\$2" != import ] || exit 1\nexec @{[quoted($ENV{LMDB_BUILDER})]} "\$@"\n));

subtest 'counters, and grants of any text' => sub {
    new_centre();
    new_ledgers();
    credits('grant', $ledger{fra1}, 'acme', '5000.001', '--id', 'INV-1', '--note',
        qq{"quoted" 'so' back\\slash, tab\t, line\nfeed \\. \xc3\xa9 \$\$ %s});
    credits('grant', $ledger{nyc1}, "d'or\\\"\xe2\x82\xac,;", '-0.001', '--id', "1','\\n");
    charged('fra1', 'acme', 1_234_567);
    charged('sin1', 'acme', 1);
    my $books = all_agree('first');
    is($books->[0], 'acme 5000001 1234568', 'the sums');
    is(
        $centre->sql(q{select * from bizrec_credits.teams where team = 'acme'}),
        'acme|5000.001|1234.568|3765.433',
        'an accountant reads credits'
    );
    is(
        $centre->sql(q{select string_agg(edge || ' ' || spent, ', ' order by edge) from bizrec_credits.spent_by_edge where team = 'acme'}),
        'fra1 1234.567, sin1 0.001',
        '... by edge'
    );
    meter_well($_) for @names;    # grants of other edges are reported once
    my $revision = 'select (select max(revision) from bizrec_credits.counters), (select max(revision) from bizrec_credits.grants)';
    my $before   = $centre->sql($revision);
    meter_well($_, 'nothing new') for @names;
    is($centre->sql($revision),                       $before, '... changes nothing at the centre');
    is(slurp("$ledger{fra1}.meter/others"),           '',      '... and brings nothing');
    is(slurp("$ledger{fra1}.meter/lines") =~ tr/\n//, 1,       '... and takes nothing but the header');

    for my $fault (qw(lost unanswered)) {
        charged('fra1', 'acme', $fault eq 'lost' ? 1_234_568 : 1_234_569);
        is((meter('fra1', FAULT_PUSH => $fault))[0], 1, "a push that is $fault");
        is((meter('nyc1', FAULT_PULL => $fault))[0], 1, "a pull that is $fault");
        all_agree('the next exchanges repeat it');
    }
    charged('fra1', 'acme', 1_234_570);
    meter_well('fra1');
    is((meter('nyc1', LMDB_BUILDER => $no_import))[0], 1,                      'an import that fails');
    is(all_agree('is repeated')->[0],                  'acme 5000001 1234571', 'the sums');
    my $grant = q{select bizrec_credits.grant_credits('acme', %s, 'by-billing')};
    is($centre->sql('set role bizrec_billing; ' . sprintf $grant, 0.5), 't', 'a grant at the centre');
    is($centre->sql(sprintf $grant,                               0.5), 'f', '... again');

    for my $case (['1', qr/is known: it granted 500 millicredits to team "acme"/], ['0.0001', qr/at most three decimals, and 0.0001 came/])
    {
        my ($credits, $words) = @$case;
        like(join(' ', $centre->try_sql('postgres', sprintf $grant, $credits)), $words, "... of $credits");
    }
    is(all_agree('a grant at the centre')->[0], 'acme 5000501 1234571', 'the sums');
    $centre->sql("select bizrec_credits.add_edge('sin1', 'bizrec_sin1', false)");
    credits('grant', $ledger{sin1}, 'acme', '1', '--id', 'self-made');
    my ($status, $said) = meter('sin1');
    is($status, 1, 'an edge that may not grant');
    like($said, qr/edge "sin1" may not grant, and brings 1 grants/, '... and the message says so');
};

# Ledger::Transaction::merge_grant and the SQL function merge_grants() of the centre choose the same grant.
subtest 'grants that contradict each other' => sub {
    new_centre();
    new_ledgers();
    my @teams = ('a', 'B', 'b', "\x{e9}", 'aa', '_', 'Z');
    for my $name (@names) {
        my @lines = map {
            $json->encode({
                type         => 'grant',
                id           => 'G' . int rand 12,
                team         => $teams[rand @teams],
                millicredits => int(rand 5) - 2,
                granted      => int rand 3,
                note         => $teams[rand @teams]
            })
        } 1 .. 80;
        import_lines($name, @lines);
    }
    meter_well($_) for shuffle @names;
    all_agree('after any order');
};

$centre->stop;
done_testing;

# Repairs by an operator: two ledgers with one name, a ledger or a centre restored from a copy, the lost disk of an edge. No
# charge is lost.
#
# needs: postgresql
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(folder slurp spew);
use Bizrec::Edges   qw(
    @names %ledger all_agree books_of books_of_centre charged credits dumped ledger_id meter meter_well new_centre new_ledgers start_centre
);
use Test::More;

my $centre = start_centre();
my $folder = folder();

subtest 'two ledgers of one name' => sub {
    new_centre();
    new_ledgers();
    charged('fra1', 'acme', 1000);
    meter_well('fra1');
    my $first    = $ledger{fra1};
    my $first_id = ledger_id('fra1');
    $ledger{fra1} = folder() . '/second.mdb';
    credits('create', $ledger{fra1}, '--edge', 'fra1');
    my $second_id = ledger_id('fra1');
    charged('fra1', 'acme', 10);
    $centre->sql("select bizrec_credits.grant_credits('acme', 7, 'G')");
    my ($status, $said) = meter('fra1');
    is($status, 1, 'while the first one counts the second one is refused');
    my $both_count = join ' ', qr/edge "fra1" is counted by the ledger \Q$first_id\E, which came \d+ seconds ago,/,
        qr/and the ledger \Q$second_id\E counts under the same name\..*set_writer\('\Q$second_id\E'\)/s;
    like($said, qr/$both_count/, '... by words that name both');
    is_deeply(books_of('fra1'), ['acme 7000 1010'], '... but it learns what the others have');
    $centre->sql("update bizrec_credits.edges set last_push = last_push - interval '5 minutes'");
    meter_well('fra1', 'after five minutes it takes the place');
    my $second = $ledger{fra1};
    $ledger{fra1} = $first;
    meter_well('fra1', 'what the first one had counted may come late');
    charged('fra1', 'acme', 1500);
    ($status, $said) = meter('fra1');
    is($status, 1, 'but it does not count charges any more');
    my $goes_on = join ' ', qr/edge "fra1" is counted by the ledger \Q$second_id\E, and the ledger \Q$first_id\E, whose place it took,/,
        qr/goes on counting \(team "acme": 1500 millicredits, the centre has 1000\)/;
    like($said, qr/$goes_on/, '... by words that name both');
    $centre->sql("select bizrec_credits.set_writer('$first_id')");
    meter_well('fra1', 'the operator chooses it');
    $ledger{fra1} = $second;
    charged('fra1', 'acme', 20);
    is((meter('fra1'))[0], 1, '... and not the other');
    $centre->sql("select bizrec_credits.set_writer('$second_id')");
    is_deeply(all_agree('the other, after all'), ['acme 7000 1520'], 'no charge is lost');
};

subtest 'a ledger that was restored from a copy is reported' => sub {
    new_centre();
    new_ledgers();
    charged('fra1', 'acme', 1000);
    my $copy = slurp($ledger{fra1});
    charged('fra1', 'acme', 3000);
    meter_well('fra1');
    my $id = ledger_id('fra1');
    unlink "$ledger{fra1}-lock";
    spew($ledger{fra1}, $copy);
    $centre->sql('update bizrec_credits.ledgers set exported = exported - 10');
    my ($status, $said) = meter('fra1');
    is($status, 0, 'its next exchange succeeds');
    like(
        $said,
        qr/WARNING: .*ledger \Q$id\E has gone back: team "acme" has spent 1000 millicredits in it, and had spent 3000 before/,
        '... and says so'
    );
    my $went_back = $centre->sql("select went_back is not null from bizrec_credits.edge_list where edge = 'fra1'");
    is($went_back, 't', '... the list of edges shows it');
    is_deeply(books_of_centre(), ['acme 0 3000'], '... and nothing is taken back');
};

subtest 'the disk of an edge is lost: the centre has its last export' => sub {
    new_centre();
    new_ledgers();
    credits('grant', $ledger{nyc1}, 'acme', 10, '--id', 'G');
    charged('fra1', 'acme', 3000);
    charged('nyc1', 'acme', 500);
    all_agree('before');
    my $old    = ledger_id('fra1');
    my $export = spew("$folder/last.jsonl", $centre->sql("select * from bizrec_credits.last_export('fra1')"));
    $ledger{fra1} = folder() . '/new.mdb';
    credits('repair', $ledger{fra1}, '--export', $export);
    my $new = ledger_id('fra1');
    isnt($new, $old, 'a new ledger');
    charged('fra1', 'acme', 70);
    $centre->sql("select bizrec_credits.set_writer('$new')");
    is_deeply(all_agree('repaired'), ['acme 10000 3570'], 'the sums go on');
    is($centre->sql("select spent from bizrec_credits.spent_by_edge where edge = 'fra1'"),
        '3.070', 'the centre adds the charges of both ledgers');
};

subtest 'a centre that is put back from a backup gets everything again' => sub {
    new_centre();
    new_ledgers();
    charged('fra1', 'acme', 1000);
    all_agree('before the backup');
    my $backup = dumped();
    for my $how ('revisions', 'restored()') {
        charged($_, 'acme', $how eq 'revisions' ? 2000 : 3000) for @names;
        all_agree('after the backup');
        local $ENV{PGDATABASE} = 'postgres';
        $centre->sql('drop database billing');
        $centre->sql('create database billing');
        local $ENV{PGDATABASE} = 'billing';
        my $file = spew("$folder/backup.sql", $backup);
        is(($centre->ask('postgres', 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-f', $file))[0], 0, 'the backup');
        $centre->sql('select bizrec_credits.restored()') if $how eq 'restored()';
        # Two edges have no news to push. They get their missing lines only if they notice that the centre was restored, because
        # the new lines have a revision that the edges have seen before.
        charged('fra1', 'acme', $how eq 'revisions' ? 2500 : 3500);
        is_deeply(all_agree($how), ['acme 0 ' . ($how eq 'revisions' ? 6500 : 9500)], "$how: all is there");
    }
};

$centre->stop;
done_testing;

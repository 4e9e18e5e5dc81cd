# Events of usage from an edge to the centre: bizrec-meter pushes each of them, and none counts twice.
#
# needs: postgresql
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(folder quoted run slurp spew);
use Bizrec::Edges   qw(%ledger ledger_id meter_well new_centre new_ledgers start_centre);
use JSON::PP;
use Test::More;

my $centre = start_centre();
my $folder = folder();
my $json   = JSON::PP->new->canonical->utf8;

# A test program plays the server here, because a ledger closes usage only a minute after a server has charged.
new_centre();
new_ledgers();
my $id    = ledger_id('fra1');
my @lines = map {
    $json->encode({
        id           => "$id/acme/enrich_company/2026-11-22T0$_:00:00Z",
        edge         => $id,
        team         => 'acme',
        endpoint     => 'enrich_company',
        start        => "2026-11-22T0$_:00:00Z",
        seconds      => 3600,
        requests     => 2,
        rows         => 3,
        millicredits => 3000 + $_
    })
        . "\n"
} 1 .. 3;
my $fake = "$folder/with usage";
my $real = quoted($ENV{LMDB_BUILDER});
chmod 0755, spew($fake, <<"EOS");
#!/bin/sh
[ "\$4" = --usage ] || exec $real "\$@"
echo "\$*" >> $folder/asked
cat $folder/events
EOS
for my $count (2, 2, 3) {
    spew("$folder/events", join '', @lines[0 .. $count - 1]);
    meter_well('fra1', "$count events", LMDB_BUILDER => $fake, BIZREC_USAGE => 'hour');
}
is(
    $centre->sql('select day, team, endpoint, edge, requests, rows, credits from bizrec_credits.usage_by_day'),
    '2026-11-22|acme|enrich_company|fra1|6|9|9.006',
    'each counts once'
);
my @since = slurp("$folder/asked") =~ /--since (\S+)/g;
is_deeply(\@since, ['1970-01-01', '2026-11-22T02:00', '2026-11-22T02:00'], 'each push begins at the last event that the centre has');
is(run('credits', 'export', $ledger{fra1}, '--usage', '--by', 'hour', '--since', $_)->{code}, 0, "the program takes $_") for @since;

$centre->stop;
done_testing;

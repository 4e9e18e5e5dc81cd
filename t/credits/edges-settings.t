# bizrec-meter refuses impossible settings, reports what is wrong with them and with the centre, and gives up a centre that
# hangs.
#
# needs: root postgresql
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(folder);
use Bizrec::Edges   qw(%ledger meter meter_well new_centre new_ledgers start_centre);
use Socket;
use Test::More;

my $centre = start_centre();

new_centre();
new_ledgers();
meter_well('fra1');
for my $case (
    ['no centre', qr{settings \(/etc/bizrec/meter\.conf\) name no centre: set PGHOST}, PGHOST => ''],
    [
        'a timeout of 0',
        qr{BIZREC_TIMEOUT is "0" in the settings \(/etc/bizrec/meter\.conf\): expected seconds, 1 or more},
        BIZREC_TIMEOUT => 0
    ],
    ['a strange interval', qr{BIZREC_USAGE is "week" in .*: expected hour, day or nothing}, BIZREC_USAGE => 'week'],
    [
        'no ledger', qr{"/none" does not exist: make it with .*credits create, or name another BIZREC_LEDGER in}, BIZREC_LEDGER => '/none'
    ],
    ['no password file', qr{cannot read PGPASSFILE, "/none"}, PGPASSFILE => '/none'],
    [
        'a role of no edge',
        qr{role "postgres" may not push under the name of edge "fra1".*role "postgres" is that of no edge}s,
        PGUSER => 'postgres'
    ],
    ['no such database', qr{database "none" does not exist.*nothing was pushed}s, PGDATABASE => 'none'],
    )
{
    my ($what, $words, %settings) = @$case;
    my ($status, $said) = meter('fra1', %settings);
    is($status, 1, "$what: exit status 1");
    like($said, $words, "$what: the message says why");
}
open my $lock, '>>', "$ledger{fra1}.meter/.lock" or die;
flock $lock, 2 or die;
is(join(' ', meter('fra1')), "0 another exchange is under way\n", 'two at once');
close $lock;

# A centre that accepts the connection and never answers.
my $silent = folder();
socket my $listener, PF_UNIX, SOCK_STREAM, 0 or die;
bind $listener, sockaddr_un("$silent/.s.PGSQL.5432") or die;
listen $listener, 10 or die;
my ($status, $said) = meter('fra1', PGHOST => $silent, BIZREC_TIMEOUT => 1);
is($status, 1, 'a centre that hangs');
like($said, qr{the centre at "\Q$silent\E" has not answered within 1 seconds \(BIZREC_TIMEOUT\)}, '... is given up');
SKIP: {
    skip 'not root', 3 if $> != 0;
    chown((getpwnam 'nobody')[2, 3], $ledger{nyc1});
    ($status, $said) = meter('nyc1');
    is($status, 1, "another user's ledger");
    like($said, qr{belongs to nobody, and this is root: run it as runuser -u nobody -- bizrec-meter}, '... is not touched');
    ok(!-e "$ledger{nyc1}.meter", '... and no file is left beside it');
}

$centre->stop;
done_testing;

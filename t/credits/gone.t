# The ledger is deleted, replaced or cut off while it is served: the log has an alert, no worker dies, charges go on in memory and rows are
# refused after unwritten=; put back by rename, the ledger has every charge.
#
# lane: gate user

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Credits;
use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Test::More;
use Time::HiRes qw(sleep stat);

sub server {
    my ($unwritten) = @_;
    my $server = Bizrec::Server->new(
        main => "worker_processes 2;\n",
        http => "map \$http_x_team \$team { default \$http_x_team; }
        server {
            listen %%LISTEN%%;
            bizrec_index %%PREFIX%%/index.mdb;
            bizrec_access \$team;
            bizrec_credits %%PREFIX%%/credits/ledger.mdb sync=50ms$unwritten;
            location = /e { bizrec_price 1; bizrec_enrich_company; }
        }",
    );
    build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
    my $credits = Bizrec::Credits->new($server);
    $credits->grant('acme', 1000, 'first');
    $server->start;
    return ($server, $credits);
}

sub status { my ($server) = @_; return post($server, '/e', { website => 'example.com' }, { 'X-Team' => 'acme' })->{status} }

# Between two transactions: LMDB reads its map in the midst of a commit, and no look before can help there.
sub wait_between_transactions {
    my ($ledger) = @_;
    my ($quiet, $changes) = (0, 0);
    my $last = (stat $ledger)[9];
    for (1 .. 1000) {
        sleep 0.002;
        my $now = (stat $ledger)[9];
        $changes += $now != $last;
        $quiet = $now == $last ? $quiet + 1 : 0;
        $last  = $now;
        last if $changes && $quiet == 8;
    }
    return;
}

my %gone = (
    'was deleted or renamed'  => sub { my ($ledger) = @_; rename $ledger, "$ledger.away" or die },
    'was replaced by another' => sub {
        my ($ledger) = @_;
        system('cp', $ledger, "$ledger.copy");
        rename $ledger,        "$ledger.away" or die;
        rename "$ledger.copy", $ledger        or die;
    },
    'was cut off or overwritten' => sub {
        my ($ledger) = @_;
        system('cp', '-p', $ledger, "$ledger.whole");
        wait_between_transactions($ledger);
        truncate $ledger, 4096 or die;
    },
);

for my $words (sort keys %gone) {
    subtest "the ledger $words" => sub {
        my ($server, $credits) = server(' unwritten=200ms');
        $server->allow_log(qr/\[alert\].*bizrec_credits/);
        my $ledger = $credits->path;
        is(status($server), 200, 'rows are delivered');
        $server->wait_until(sub { $credits->spent('acme') == 1 }, 'the charge');
        my @workers = sort $server->workers;
        $gone{$words}->($ledger);
        $server->wait_until(sub { $server->error_log =~ /\[alert\].*bizrec_credits: .*$words.* while it was served/ }, 'the alert');
        $server->wait_until(sub { status($server) == 503 },                                                            'unwritten= to act');
        is_deeply([sort $server->workers], \@workers, 'no worker has died');
        $server->kill_workers;
        $server->wait_for_wakes(6);
        is(scalar(grep { /exited on signal (?!9)/ } split /^/, $server->error_log), 0, '... nor does one that begins later');
        $server->allow_log(qr/\[alert\].*bizrec_credits|exited on signal 9/);

        if (-e "$ledger.away") {
            rename "$ledger.away", $ledger or die;
            $server->wait_until(sub { status($server) == 200 }, 'rows again');
            $server->stop('QUIT');
            cmp_ok($credits->spent('acme'), '>=', 2, 'put back: it has the charges of that time, too');
        }
        else {
            $server->stop;
        }
    };
}

subtest 'without unwritten=' => sub {
    my ($server, $credits) = server('');
    $server->allow_log(qr/\[alert\].*bizrec_credits/);
    my $ledger = $credits->path;
    is(status($server), 200, 'rows are delivered');
    $server->wait_until(sub { $credits->spent('acme') == 1 }, 'the charge');
    $gone{'was deleted or renamed'}->($ledger);
    $server->wait_until(sub { $server->error_log =~ /was deleted or renamed .*; charges go on in memory/ }, 'the alert');
    is(status($server), 200, "rows are delivered: charge $_") for 1 .. 5;
    rename "$ledger.away", $ledger or die;
    $server->wait_until(sub { $credits->spent('acme') == 6 }, 'all charges');
    pass('put back: it has all charges');
    $server->wait_until(sub { $server->error_log =~ /is written again/ }, 'the line of the log');
    pass('... and the log says so');
    $server->stop;
};

Bizrec::Server::finish_all();
done_testing();

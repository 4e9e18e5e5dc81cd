# The ledger is deleted, replaced or truncated while nginx uses it: the log has an alert, no worker dies, charges go on in
# memory, and rows are refused after unwritten=. When the file is put back by rename, the ledger gets every charge.
#
# lane: gate user

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Credits;
use Bizrec::Http  qw(post request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep);

sub server {
    my ($unwritten, $sync) = (@_, '50ms');
    my $server = Bizrec::Server->new(
        main => "worker_processes 2;\n",
        http => "map \$http_x_team \$team { default \$http_x_team; }
        server {
            listen %%LISTEN%%;
            bizrec_index %%PREFIX%%/index.mdb;
            bizrec_access \$team;
            bizrec_credits %%PREFIX%%/credits/ledger.mdb sync=$sync$unwritten;
            location = /e { bizrec_price 1; bizrec_enrich_company; }
            location = /records { bizrec_price 1; bizrec_records; }
            location = /page { bizrec_access off; ssi on; ssi_types *; return 200 \"<!--# include virtual='/records?id=\$arg_id' -->\"; }
        }",
    );
    build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
    my $credits = Bizrec::Credits->new($server);
    $credits->grant('acme', 1000, 'first');
    $server->start;
    return ($server, $credits);
}

sub status { my ($server) = @_; return post($server, '/e', { website => 'example.com' }, { 'X-Team' => 'acme' })->{status} }

# A page that includes a record by a subrequest. nginx runs no access phase for a subrequest.
sub page { my ($server) = @_; return request($server, 'GET', '/page?id=' . uuid(1), headers => { 'X-Team' => 'acme' })->{content} }

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
        truncate $ledger, 4096 or die;
    },
);

for my $words (sort keys %gone) {
    subtest "the ledger $words" => sub {
        my ($server, $credits) = server(' unwritten=200ms');
        $server->allow_log(qr/\[alert\].*bizrec_credits/);
        my $ledger = $credits->path;
        is(status($server), 200, 'rows are delivered');
        like(page($server), qr/example\.com/, '... also by a subrequest');
        $server->wait_until(sub { $credits->spent('acme') == 2 }, 'the charges');
        my @workers = sort $server->workers;
        $gone{$words}->($ledger);
        $server->wait_until(sub { $server->error_log =~ /\[alert\].*bizrec_credits: .*$words.* while it was served/ }, 'the alert');
        $server->wait_until(sub { status($server) == 503 },                                                            'unwritten= to act');
        like(page($server), qr/"code":"index_unavailable"/, '... and on a subrequest');
        is_deeply([sort $server->workers], \@workers, 'no worker has died');
        $server->kill_workers;
        $server->wait_for_wakes(6);
        is(scalar(grep { /exited on signal (?!9)/ } split /^/, $server->error_log), 0, '... nor does one that begins later');
        $server->allow_log(qr/\[alert\].*bizrec_credits|exited on signal 9/);

        if (-e "$ledger.away") {
            rename "$ledger.away", $ledger or die;
            $server->wait_until(sub { status($server) == 200 }, 'rows again');
            $server->stop('QUIT');
            cmp_ok($credits->spent('acme'), '>=', 3, 'put back: it has the charges of that time, too');
        }
        else {
            $server->stop;
        }
    };
}

# A transaction every few milliseconds, and charges for many teams, so that most cuts come in the middle of a transaction.
subtest 'cut off at any moment' => sub {
    my $cuts = $ENV{BIZREC_LEDGER_CUTS} || 6;
    for my $cut (1 .. $cuts) {
        my ($server, $credits) = server(' unwritten=100ms', '3ms');
        $server->allow_log(qr/\[alert\].*bizrec_credits/);
        my $ledger = $credits->path;
        $credits->grant("team$_", 1000, "grant$_") for 1 .. 3;
        is(status($server), 200, 'rows are delivered');
        my @workers = sort $server->workers;
        my $client  = fork // die "fork: $!\n";
        if ($client == 0) {
            for my $i (1 .. 1000) { post($server, '/e', { website => 'example.com' }, { 'X-Team' => 'team' . (1 + $i % 3) }) }
            POSIX::_exit(0);
        }
        sleep 0.05 + rand 0.1;
        my $size = int rand($cut % 2 ? 8192 : 65536);    # each commit reads the first two pages
        truncate $ledger, $size or die;
        $server->wait_until(sub { status($server) == 503 }, "unwritten= to act, cut off to $size bytes");
        kill 'KILL', $client;
        waitpid $client, 0;
        is_deeply([sort $server->workers], \@workers, "no worker has died, cut off to $size bytes");
        $server->wait_until(sub { $server->error_log =~ /\[alert\].*\n/ }, 'the alert');
        my @alerts = grep { /\[alert\]/ } split /^/, $server->error_log;
        is(scalar(@alerts), 1, '... and the log has one alert') or diag @alerts;
        like($alerts[0], qr/ledger\.mdb: (?:was cut off or overwritten while it was served|is damaged)/, '... which says why');
        $server->stop;
    }
};

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

# Three edges with nginx, each on a separate host, and the centre on a fourth one, with passwords and connections that the test
# can cut. How much an edge delivers depends on what it knows of the other edges. Finally, every edge knows all charges.
#
# needs: root netns postgresql curl
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(binary folder quoted spew);
use Bizrec::Edges   qw(@names %ledger books_of books_of_centre credits ledger_id meter new_centre show start_centre);
use Bizrec::Hosts;
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(comes_true patience);
use JSON::PP;
use Test::More;

binary();
my $hosts = Bizrec::Hosts->new('centre', @names);
if (!$hosts) {
    die "edges are tested where tests run as root\n" if $ENV{CI} && $> == 0;
    plan skip_all => 'no network namespaces here';
}
plan skip_all => 'no module here' if !-e Bizrec::Server::module_file();
my $centre = start_centre(address => $hosts->address('centre'), on => [$hosts->on('centre')]);
my $folder = folder();
chmod 0755, $folder;    # another user runs the exchange, with a file of this folder

new_centre();
my %server;
for my $name (@names) {
    my $nginx = spew("$folder/$name-nginx", "#!/bin/sh\nexec @{[$hosts->on($name, Bizrec::Server::nginx_binary())]} \"\$@\"\n");
    chmod 0755, $nginx;
    local $ENV{TEST_NGINX_BINARY} = $nginx;
    my $server = $server{$name} = Bizrec::Server->new(
        http => "
        server {
            listen %%LISTEN%%;
            set \$team acme;
            bizrec_index %%PREFIX%%/index.mdb;
            bizrec_access \$team;
            bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=$name sync=50ms;
            location = /e { bizrec_price 1; bizrec_enrich_company; }
            location = /balance { bizrec_credits_balance; }
        }"
    );
    mkdir $server->prefix . '/credits' or die;
    credits('create', $ledger{$name} = $server->prefix . '/credits/ledger.mdb', '--edge', $name);
    if ($> == 0) { chown +(getpwnam 'nobody')[2, 3], $server->prefix . '/credits', $ledger{$name}, "$ledger{$name}-lock" or die }
    build_index($server->prefix . '/index.mdb',
        map { { store_id => uuid($_), business_name => "Shop $_", website_url => 'https://example.com' } } 1 .. 5);
    $server->start;
    my $secret = spew("$folder/$name.pgpass", '');
    chmod 0600, $secret;
    spew($secret, $hosts->address('centre') . ":*:billing:bizrec_$name:secret-$name\n");
    chown +(getpwnam 'nobody')[2, 3], $secret or die;
}
my $curl = sub {
    my ($name, @arguments) = @_;
    my $line = join ' ', map { quoted($_) } $hosts->on($name, 'curl', '-s', '-m', patience(), @arguments);
    return scalar qx{$line};
};
my $rows = sub {    # the number of delivered rows: 0 for a 402
    my ($name, $limit) = @_;
    my $answer = $curl->($name, '-d', qq({"website":"example.com","limit":$limit}), 'http://127.0.0.1:' . $server{$name}->port . '/e');
    return scalar(() = $answer =~ /"match_score"/g);
};
my $remaining = sub {
    my ($name) = @_;
    return eval { decode_json($curl->($name, 'http://127.0.0.1:' . $server{$name}->port . '/balance'))->{remaining} } // 'none';
};
my $exchange = sub {
    my ($name, %more) = @_;
    my $as_nobody = join ' ',
        $hosts->on($name, 'setpriv', '--reuid=nobody', '--regid=' . getgrgid((getpwnam 'nobody')[3]), '--clear-groups');
    return meter(
        $name,
        on         => $as_nobody,
        PGHOST     => $hosts->address('centre'),
        PGPASSFILE => "$folder/$name.pgpass",
        PATH       => $ENV{PATH},
        %more
    );
};
my $well = sub { my ($name) = @_; return is(join('', $exchange->($name)), '0', "$name exchanges") };
# The ledger has the charges within `sync`, before the export.
my $written = sub {
    my ($name, $credits) = @_;
    return ok(comes_true(sub { my ($t) = @{ show($name)->{teams} }; $t && $t->{spent_here_millicredits} == $credits * 1000 }),
        "$name has written $credits");
};
my $becomes = sub {
    my ($name, $credits) = @_;
    comes_true(sub { $remaining->($name) eq $credits });
    return is($remaining->($name), $credits, "$name: $credits are left");
};

$centre->sql("select bizrec_credits.grant_credits('acme', 12, 'INV-1')");
my ($status, $said) = $exchange->('fra1', PGPASSFILE => "$folder/nyc1.pgpass");
is($status, 1, 'an edge with the password of another edge is refused');
like($said, qr/fe_sendauth: no password supplied/, '... psql has no password for it');
unlike($said, qr/secret-/, '... and the message has no secret');
$well->($_) for @names;
$becomes->($_, 12) for @names;
is($rows->('fra1', 5), 5, 'fra1 delivers five rows');
$written->('fra1', 5);
$well->($_) for @names;
$becomes->($_, 7) for @names;
$hosts->cut('sin1');
is($rows->('fra1', 4), 4, 'fra1 delivers four more');
$written->('fra1', 9);
$well->($_) for qw(fra1 nyc1);
$becomes->('nyc1', 3);
is($rows->('nyc1', 4), 0, 'nyc1 knows of it: 402');
is($rows->('nyc1', 3), 3, '... but three');
$written->('nyc1', 3);
($status, $said) = $exchange->('sin1', PGCONNECT_TIMEOUT => 2);
is($status, 1, 'sin1 is cut off');
is($rows->('sin1', 5), 5, '... and delivers of what it knows');
is($rows->('sin1', 3), 0, '... and no more');
$written->('sin1', 5);
$hosts->mend('sin1');
for (1, 2) { $well->($_) for @names }
is_deeply(books_of_centre(), ['acme 12000 17000'],
    'all of it is known: five rows beyond the balance, of the seven that an edge could not know of');
is_deeply(books_of($_), ['acme 12000 17000'], "... on $_") for @names;

for my $name (@names) {
    comes_true(sub { $remaining->($name) =~ /\A(?:0|-)/ });    # a server looks at its ledger from time to time
    is($rows->($name, 1), 0, "$name delivers nothing more");
}

for my $name (@names) {
    local $ENV{TEST_NGINX_BINARY} = "$folder/$name-nginx";
    $server{$name}->finish;
    unlink '/dev/shm/bizrec-credits-' . ledger_id($name) =~ s{.*/}{}r;
}

$centre->stop;
done_testing;

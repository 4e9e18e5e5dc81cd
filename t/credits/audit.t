# The figures of a server match: what clients received, the access log, and the ledger. `credits audit` names each line that is
# lost, doubled or changed; a repair has the sums of the ledger that it replaces.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(run slurp spew);
use Bizrec::Credits;
use Bizrec::Http  qw(parse raw);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $server = Bizrec::Server->new(
    main => "worker_processes 2;\n",
    http => '
    map $http_x_team $team { default $http_x_team; }
    log_format credits escape=json \'{"team":"$team","rows":"$bizrec_rows","credits":"$bizrec_credits_charged",\'
        \'"charged_at":"$bizrec_credits_charged_at","endpoint":"$bizrec_endpoint","request_id":"$request_id","agent":"$http_user_agent"}\';
    server {
        listen %%LISTEN%%;
        access_log %%PREFIX%%/credits.log credits;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access $team;
        bizrec_credits %%PREFIX%%/credits/ledger.mdb sync=50ms;
        location = /e { bizrec_price 1; bizrec_enrich_company; }
        location = /s { bizrec_price 0.1; bizrec_search_only_ids; }
    }',
);
my $credits = Bizrec::Credits->new($server);
my $ledger  = $credits->path;
my @always  = ('--from', '2000-01-01', '--to', '2100-01-01');
$credits->grant($_, '1000', "for-$_") for qw(acme bolt);
build_index($server->prefix . '/index.mdb',
    map { { store_id => uuid($_), business_name => 'Cafe', website_url => 'https://example.com' } } 1 .. 9);
$server->start;

my %received;
for my $n (1 .. 60) {
    my ($path, $body) = $n % 3 ? ('/e', qq({"website":"example.com","limit":@{[1 + $n % 5]}})) : ('/s', '{"query":"cafe","limit":7}');
    my $team = $n % 2 ? 'acme' : 'bolt';
    # Bytes that none of our clients sends.
    my @head = (
        "POST $path HTTP/1.1",
        'Host: t',
        "X-Team: $team",
        "User-Agent: \xff\xfe{\"\\",
        'Content-Type: application/json',
        'Connection: close',
        'Content-Length: ' . length $body
    );
    my $reply = parse(raw($server, join("\r\n", @head) . "\r\n\r\n$body"));
    is($reply->{status}, 200, "request $n") or diag $reply->{content};
    $received{$team} += @{ $reply->{json} } * ($path eq '/e' ? 1000 : 100);
}
$server->stop;

my %booked;
$booked{ $_->{team} } += $_->{millicredits} for map { decode_json($_) } split /\n/, $credits->run('usage', '--json')->{out};
is_deeply(\%booked, \%received, 'the ledger has what clients received');

my $log   = $server->prefix . '/credits.log';
my $audit = $credits->run('audit', $log, @always);
is($audit->{code}, 0, 'ledger and log agree') or diag $audit->{out}, $audit->{err};
is($audit->{err}, '', '... whatever bytes a client has sent');

my @lines = split /^/, slurp($log);
for my $case (
    ['a lost line',            'difference',   sub { return @lines[0 .. 19, 21 .. $#lines] }],
    ['a doubled line',         'logged_twice', sub { return (@lines, $lines[7]) }],
    ['a line of other rows',   'difference',   sub { return ($lines[0] =~ s/"rows":"\d+"/"rows":"8"/r,    @lines[1 .. $#lines]) }],
    ['a line of another team', 'difference',   sub { return ($lines[0] =~ s/"team":"\w+"/"team":"else"/r, @lines[1 .. $#lines]) }],
    )
{
    my ($what, $kind, $changed) = @$case;
    my $result = $credits->run('audit', '--json', spew($server->prefix . '/changed', join '', $changed->()), @always);
    is($result->{code}, 1, "$what: exit status 1");
    my @named = grep { $_->{kind} eq $kind } map { decode_json($_) } split /\n/, $result->{out};
    ok(scalar @named, '... and named') or diag $result->{out};
    is_deeply([grep { $_->{team} !~ /\A(?:acme|bolt|else)\z/ } @named], [], '... with its team');
}

my $export = spew($server->prefix . '/export', $credits->run('export')->{out});
my $new    = $server->prefix . '/new.mdb';
my $repair = run('credits', 'repair', $new, '--export', $export, '--log', $log);
is($repair->{code}, 0, 'a repair') or diag $repair->{err};

sub sums {
    return map { "$_->{team} $_->{granted_millicredits} $_->{remaining_millicredits}" } @{ $_[0]{teams} };
}
is_deeply([sums(decode_json(run('credits', 'show', '--json', $new)->{out}))], [sums($credits->show)], '... has the sums of the old ledger');

Bizrec::Server::finish_all();
done_testing();

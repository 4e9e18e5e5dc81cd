# Two edges pull from one builder host, each in a separate network namespace, with the shipped rsyncd.conf, its users and
# secrets. Without the secret an edge gets nothing. One edge is cut off, serves its index, and catches up.
#
# needs: root netns rsync systemd
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(quoted slurp spew);
use Bizrec::Hosts;
use Bizrec::Index qw(build_index builder uuid);
use Bizrec::Server;
use Bizrec::Wait qw(comes_true patience);
use File::Temp   qw(tempdir);
use Test::More;

my $repository = $Bizrec::Server::repository;
my $folder     = tempdir('bizrec-edges-XXXXXX', TMPDIR => 1, CLEANUP => 1);
chmod 0755, $folder;

# --- the syntax of the units

SKIP: {
    skip 'no systemd-analyze here', 1 if system('command -v systemd-analyze >/dev/null') != 0;
    my $units = "$folder/units";
    mkdir $units;
    for my $name (qw(bizrec-pull.service bizrec-pull.timer)) {
        my $text = slurp("$repository/conf/systemd/$name");
        $text =~ s{/usr/local/bin/}{$units/};    # the checkout's path may contain text that a unit reads as a specifier
        spew("$units/$name", $text);
    }
    chmod 0755, spew("$units/lmdb_builder", "#!/bin/sh\n");
    my $said = qx{systemd-analyze verify --man=no $units/bizrec-pull.service $units/bizrec-pull.timer 2>&1};
    $said = join '', grep { /bizrec/ } split /^/, $said;
    is($said, '', 'systemd has no complaint about the units');
}

my $hosts = Bizrec::Hosts->new(qw(builder edge1 edge2 stranger));
if (!$hosts || system('command -v rsync >/dev/null') != 0) {
    fail('edges are tested where tests run as root') if $ENV{CI} && $> == 0;
SKIP: { skip 'no network namespaces, or no rsync, here: edges are not tested', 1 }
    done_testing;
    exit 0;
}

# --- the builder's host: one signed index each night, and rsync's daemon

my $published = "$folder/builder/published";
mkdir "$folder/builder";
command("openssl genpkey -algorithm ed25519 -out $folder/private.pem 2>/dev/null");
command("openssl pkey -in $folder/private.pem -pubout -out $folder/trust.pem");
command("openssl genpkey -algorithm ed25519 -out $folder/other.pem 2>/dev/null");

# The night's index. `bytes`: the number of random bytes in each of its 3,000 records.
sub new_night {
    my ($night, $key, $bytes) = @_;
    open my $random, '<:raw', '/dev/urandom' or die "/dev/urandom: $!\n";
    build_index(
        "$folder/$night.mdb",
        map {
            read $random, my $story, $bytes // 0;
            {
                store_id      => uuid($_),
                business_name => "$night $_",
                website_url   => "https://shop$_.example/",
                city          => "City $_",
                story         => unpack 'H*',
                $story
            }
        } 1 .. 3000
    );
    command(quoted(builder()) . " publish --quiet --key $folder/$key.pem --keep 2 $folder/$night.mdb $published");
    return readlink "$published/current";
}

# conf/edge/rsyncd.conf unchanged, except for the folder, the file of passwords, the edges' addresses and the daemon's user.
my %password = (edge1 => 'first-secret', edge2 => 'second-secret');

sub secret_file {
    my ($name, $text) = @_;
    spew("$folder/$name", '');
    chmod 0600, "$folder/$name";
    return spew("$folder/$name", $text);
}
my $secrets = secret_file('rsyncd.secrets', "edge-1:$password{edge1}\nedge-2:$password{edge2}\nother:third-secret\n");
my $shipped = slurp("$repository/conf/edge/rsyncd.conf");
for my $swap (
    ['/srv/bizrec',                               $published],
    ['/etc/bizrec/rsyncd.secrets(?=\n)',          $secrets],
    ['hosts allow = 192\.0\.2\.11 192\.0\.2\.12', 'hosts allow = ' . $hosts->address('edge1') . ' ' . $hosts->address('edge2')],
    ['uid = bizrec(?=\n)',                        'uid = nobody'],
    ['gid = bizrec(?=\n)',                        'gid = nogroup'],
    )
{
    my ($from, $to) = @$swap;
    $shipped =~ s/$from/$to/ or die "conf/edge/rsyncd.conf has no $from";
}
spew("$folder/rsyncd.conf", $shipped);
my $daemon = fork // die "fork: $!\n";
if (!$daemon) {
    exec $hosts->on('builder', 'rsync', '--daemon', '--no-detach', "--config=$folder/rsyncd.conf",
        '--port=8730', "--log-file=$folder/rsyncd.log")
        or exit 127;
}
my $listens = sprintf qr/:%04X 00000000:0000 0A/, 8730;
comes_true(sub { return qx{@{[$hosts->on('builder', 'cat', '/proc/net/tcp')]}} =~ $listens }) or die "rsync's daemon does not listen\n";

# --- the edges: nginx, started before its first index has come

my %edge = map { $_ => edge($_) } qw(edge1 edge2);

sub edge {
    my ($name) = @_;
    my $root = "$folder/$name";
    mkdir $root;
    my $nginx = spew("$folder/$name-nginx", "#!/bin/sh\nexec @{[$hosts->on($name, Bizrec::Server::nginx_binary())]} \"\$@\"\n");
    chmod 0755, $nginx;
    local $ENV{TEST_NGINX_BINARY} = $nginx;
    my $server = Bizrec::Server->new(
        http => "bizrec_index_interval 100ms;
        server {
            listen %%LISTEN%%;
            bizrec_index $root/published/current missing=503;
            bizrec_index_trust $folder/trust.pem;
            location = /e { bizrec_enrich_company; }
        }"
    );
    $server->start;
    return { name => $name, root => $root, server => $server, nginx => $nginx };
}

sub source_of { my ($user) = @_; return 'rsync://' . ($user ? "$user@" : '') . $hosts->address('builder') . ':8730/bizrec' }

# `lmdb_builder pull`: (exit, output). Its stall time is long, so that a pull that must succeed has time on any machine.
sub pull {
    my ($edge, %more) = @_;
    my %settings = (
        BIZREC_SOURCE        => source_of($edge->{name} =~ s/edge/edge-/r),
        BIZREC_PASSWORD_FILE => secret_file("$edge->{name}.secret", "$password{ $edge->{name} }\n"),
        BIZREC_ROOT          => $edge->{root},
        BIZREC_TRUST         => "$folder/trust.pem",
        %more
    );
    local @ENV{ keys %settings } = values %settings;
    my $said = qx{@{[$hosts->on($edge->{name}, quoted(builder()), 'pull')]} 2>&1 </dev/null};
    return ($? >> 8, $said);
}

# The answer to a client of this edge: status and the name of the record.
sub ask {
    my ($edge) = @_;
    my $url    = 'http://127.0.0.1:' . $edge->{server}->port . '/e';
    my $answer = qx{@{[$hosts->on($edge->{name}, 'curl')]} -s -m @{[patience()]} -w ' %{http_code}' -d '{"website":"shop7.example"}' $url};
    return $answer =~ /"business_name":"(\w+) 7".* (\d+)$/s ? "$2 $1" : $answer =~ /(\d+)$/ ? $1 : $answer;
}

sub serves {
    my ($edge, $wanted, $what) = @_;
    my $answer = '';
    comes_true(sub { ($answer = ask($edge)) eq $wanted });
    return is($answer, $wanted, "$edge->{name} $what");
}

my ($exit, $said);
is(ask($edge{edge1}), '503', 'an edge without an index answers 503');
my $monday = new_night('Monday', 'private');

# Without the secret an edge gets nothing.
for my $case (
    ['no name and no password',   { BIZREC_SOURCE        => source_of(''), BIZREC_PASSWORD_FILE => '' }],
    ['a name without a password', { BIZREC_PASSWORD_FILE => '' }],
    ['a wrong password',          { BIZREC_PASSWORD_FILE => secret_file('wrong', "second-secret\n") }],
    ['an empty password',         { BIZREC_PASSWORD_FILE => secret_file('empty', "\n") }],
    ['a name that has no line',   { BIZREC_SOURCE => source_of('edge-3') }],
    ['a name that is no edge',    { BIZREC_SOURCE => source_of('other'), BIZREC_PASSWORD_FILE => secret_file('third', "third-secret\n") }],
    [
        'a password that others read',
        {
            BIZREC_PASSWORD_FILE => do { my $file = secret_file('open', "$password{edge1}\n"); chmod 0644, $file; $file }
        }
    ],
    )
{
    my ($what, $settings) = @$case;
    ($exit, $said) = pull($edge{edge1}, %$settings);
    isnt($exit, 0, "$what: refused");
    like($said, qr/auth failed|password/i, "$what: the message says why");
    is_deeply([glob "$edge{edge1}{root}/{incoming,published}/*"], [], "$what: no byte is fetched");
}
my @rsync = ('rsync', '--timeout=' . patience(), "--password-file=$folder/edge1.secret");
secret_file('edge1.secret', "$password{edge1}\n");
my $from = 'rsync://edge-1@' . $hosts->address('builder') . ':8730';
is(qx{@{[$hosts->on('stranger', @rsync, "$from/bizrec/")]} 2>&1} =~ /mdb/, '', 'another host gets nothing, with the password of an edge');
is(qx{@{[$hosts->on('edge1', @rsync, "$from/")]} 2>/dev/null},             '', 'folders are not listed');
like(qx{@{[$hosts->on('edge1', @rsync, "$from/bizrec/")]} 2>&1}, qr/ current$/m, 'an edge sees what is published');
unlike(qx{@{[$hosts->on('edge1', @rsync, '-a', "$from/bizrec/")]} 2>&1}, qr/\.lock|\.publishing/, '... and nothing else');
isnt(system("@{[$hosts->on('edge1', @rsync, $secrets, qq{$from/bizrec/})]} >/dev/null 2>&1"), 0, '... and writes nothing');
ok(!-e "$published/rsyncd.secrets", '... nothing at all');
unlike(slurp("$folder/rsyncd.log"), qr/-secret/, 'no password in the log');

for my $edge (@edge{qw(edge1 edge2)}) {
    ($exit, $said) = pull($edge);
    is($exit, 0, "$edge->{name} pulls") or diag $said;
    serves($edge, '200 Monday', 'serves the first night');
}
($exit, $said) = pull($edge{edge1});
is("$exit$said", '0', 'nothing new: the pull does and prints nothing');

# Cut off: one edge serves its index, the other goes on.
my $tuesday = new_night('Tuesday', 'private');
$hosts->cut('edge2');
($exit, $said) = pull($edge{edge2}, BIZREC_STALL => 2, BIZREC_RSYNC => '--contimeout=2');
isnt($exit, 0, 'an edge that is cut off says that it could not pull');
($exit, $said) = pull($edge{edge1});
is($exit, 0, 'the other one pulls') or diag $said;
serves($edge{edge1}, '200 Tuesday', 'serves the second night');
serves($edge{edge2}, '200 Monday',  'serves what it has');

# Cut in the middle: the transfer stops, and the next pull continues it. The whole transfer would take a minute, so there is
# time to cut the connection. rsync writes 256 KiB at a time; at twelve megabytes a minute that is more than one write in two
# seconds.
my $wednesday = new_night('Wednesday', 'private', 4000);
$hosts->mend('edge2');
my $size = -s "$published/$wednesday";
{
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        pull($edge{edge2}, BIZREC_STALL => 10, BIZREC_RSYNC => '--bwlimit=' . int($size / 1024 / 60));
        POSIX::_exit(0);
    }
    my $partial = sub { my ($file) = glob "$edge{edge2}{root}/incoming/{,.}$wednesday*"; return $file && -e $file ? -s $file : 0 };
    comes_true(sub { $partial->() > 0 });
    $hosts->cut('edge2');
    waitpid $child, 0;
    my $came = -s "$edge{edge2}{root}/incoming/$wednesday" || 0;
    cmp_ok($came, '>', 0,     'a part of the index was fetched before the cut');
    cmp_ok($came, '<', $size, 'but not all of it');
    is(readlink "$edge{edge2}{root}/published/current", $monday, 'it is not published');
    serves($edge{edge2}, '200 Monday', 'serves what it has');
}
$hosts->mend('edge2');
($exit, $said) = pull($edge{edge2});
is($exit, 0, 'mended, it pulls') or diag $said;
serves($edge{edge2}, '200 Wednesday', 'has caught up, two nights at once');
is_deeply([glob "$edge{edge2}{root}/incoming/*.{mdb,json,sig}"], [], 'no file of the transfer is left')
    or diag qx{ls -la $edge{edge2}{root}/incoming};

# Signed by another key, or altered on the way: the edge refuses it, once, and serves its index.
my $forged = new_night('Forged', 'other');
($exit, $said) = pull($edge{edge1});
isnt($exit, 0, 'what a stranger has signed is refused');
like($said, qr/sign/i, 'the message names the signature');
($exit, $said) = pull($edge{edge1});
like($said, qr/was refused.*try again/s, 'the next pull does not fetch it again');
isnt($exit, 0, '... and fails, too');
serves($edge{edge1}, '200 Tuesday', 'serves what it has');

# The builder rolls back, and so do its edges.
command(quoted(builder()) . " rollback --quiet $published");
is(readlink "$published/current", $wednesday, 'the builder went back');
for my $edge (@edge{qw(edge1 edge2)}) {
    ($exit, $said) = pull($edge);
    is($exit, 0, "$edge->{name} follows") or diag $said;
    serves($edge, '200 Wednesday', 'serves the night before');
}

kill 'TERM', $daemon;
waitpid $daemon, 0;
for my $edge (values %edge) {
    local $ENV{TEST_NGINX_BINARY} = $edge->{nginx};
    $edge->{server}->finish;
}
done_testing;

sub command { system($_[0]) == 0 or die "$_[0]: exit $?\n"; return }

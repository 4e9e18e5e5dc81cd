# Produces the symptoms that an operator may find in a log, and looks them up in the table of docs/runbook.md: each symptom has
# a row, and each row a symptom.
#
# needs: root rsync
# lane: gate user

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder   qw(folder quoted record run slurp spew);
use Bizrec::Http      qw(post request);
use Bizrec::Index     qw(build_index builder uuid);
use Bizrec::Published qw(generation_of sample_index);
use Bizrec::Server;
use File::Copy qw(copy);
use JSON::PP;
use Test::More;

plan skip_all => 'a root of its own mounts small disks' if $> != 0;
if (!$ENV{BIZREC_OWN_MOUNTS}) {
    plan skip_all => 'no mount namespace here' if system('unshare -m true >/dev/null 2>&1') != 0;
    local $ENV{BIZREC_OWN_MOUNTS} = 1;
    exec 'unshare', '-m', '--propagation', 'private', $^X, (map { "-I$_" } @INC), $0 or die "unshare: $!\n";
}

my ($table) = slurp("$Bizrec::Server::repository/docs/runbook.md") =~ /^## What the logs say\n(.*?)(?=^## |\z)/ms
    or die 'docs/runbook.md has no "What the logs say"';
my %row = map { $_ => 0 } $table =~ /^\| `([^`]+)` \|/mg;

# Whether a program printed the message, and the table has it.
sub symptom {
    my ($what, $phrase, $said) = @_;
    my $words = join '.*', map { quotemeta } split /…/, $phrase, -1;
    like($said, qr/$words/, "$what: `$phrase`");
    ok(exists $row{$phrase}, '... is in the runbook');
    $row{$phrase}++;
    return;
}

my $work = folder();
chmod 0755, $work;
my $http = 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; location = /e { bizrec_enrich_company; } MORE
    location /status { bizrec_status; allow 127.0.0.1; deny all; } }';

sub with { my ($more) = @_; return $http =~ s/MORE/$more/r }
my $server = Bizrec::Server->new(main => "user nobody nogroup;\nworker_processes 2;\n", http => with(''));
$server->allow_log(qr/./);
my $index = $server->prefix . '/index.mdb';
build_index($index, { store_id => uuid(1), business_name => 'Shop', website_url => 'https://a.example' });
my $whole = $server->read('index.mdb');

END { local $?; system "umount", "-l", "$work/small" if $work && -d "$work/small" }

sub checked { return ($server->check)[1] }

sub log_has {
    my ($pattern) = @_;
    $server->wait_until(sub { return $server->error_log =~ $pattern }, "$pattern in the log");
    return $server->error_log;
}

# --- nginx -t

chmod 0600, $index;
symptom('the workers may not read it', 'permission denied to "…", the user of the workers', checked());
chmod 0644, $index;

my $text = $server->read('nginx.conf');
$server->write('nginx.conf', $text =~ s/^load_module.*\n//mr);
symptom('without the module', 'unknown directive "bizrec_…"', checked());
$server->write('nginx.conf', $text =~ s/access_log off;/access_log access.log bizrec;/r);
symptom('without bizrec/http.conf', 'unknown log format "bizrec"', checked());

# The version number in the module: what an upgraded nginx finds in a module that was not upgraded.
my ($major, $minor, $patch) = qx{@{[quoted(Bizrec::Server::nginx_binary())]} -v 2>&1} =~ m{/(\d+)\.(\d+)\.(\d+)};
my $number = $major * 1_000_000 + $minor * 1000 + $patch;
my $module = slurp(Bizrec::Server::module_file());
my ($old, $new) = map { pack 'Q<', $_ } $number, $number - 1;
my $swapped = $module =~ s/\Q$old\E/$new/gr;
isnt($swapped, $module, 'a module of another nginx');
spew("$work/other.so", $swapped);
$server->write('nginx.conf', $text =~ s/load_module "[^"]+"/load_module "$work\/other.so"/r);
symptom('after an upgrade of nginx', 'version … instead of …', checked());
$server->write('nginx.conf', $text);

# --- the ledger

my $ledger = $server->prefix . '/credits/ledger.mdb';
mkdir $server->prefix . '/credits';
is(run('credits', 'create', $ledger, '--edge', 'test')->{code}, 0, 'a ledger');
system 'chown', '-R', 'nobody', $server->prefix . '/credits';

sub with_ledger {
    my ($path) = @_;
    my $location = 'location = /c { bizrec_access $team; bizrec_price 1; bizrec_enrich_company; }';
    $server->configure(main => "user nobody nogroup;\n", http => with("set \$team acme; bizrec_credits $path sync=50ms; $location"));
    return;
}
with_ledger($ledger);
$server->start;
$server->stop;
copy($ledger, "$ledger.copy") or die $!;
system 'chown', '-R', 'nobody', $server->prefix . '/credits';
with_ledger("$ledger.copy");
symptom('a copied ledger', 'is a copy: edge "…"', checked());

# --- disks

mkdir "$work/small";
is(system('mount', '-t', 'tmpfs', '-o', 'size=700k,mode=755', 'bizrec-test', "$work/small"), 0, 'a small disk');
sample_index("$work/$_.mdb", $_) for 1, 2;
is(run('publish', '--quiet', "$work/1.mdb", "$work/small/published")->{code}, 0, 'room for one index');
symptom(
    'publish',
    'cannot make room for "…": No space left on device',
    run('publish', '--quiet', "$work/2.mdb", "$work/small/published")->{err}
);

my $source = "$work/source";
is(run('publish', '--quiet', "$work/2.mdb", $source)->{code}, 0, 'a builder');
{
    local @ENV{qw(BIZREC_SOURCE BIZREC_ROOT LMDB_BUILDER BIZREC_RESERVE)} = ($source, "$work/small", builder(), '64K');
    symptom('an edge', 'no room for generation …', run('pull')->{err});
}

$server->configure(main => "user nobody nogroup;\n", http => with('access_log /dev/full;'));
$server->start;
post($server, '/e', { website => 'a.example' });
symptom('the log', 'write() to "…" failed (28: No space left on device)', log_has(qr/write\(\) to "\/dev\/full" failed/));
$server->stop;

# --- memory

my $limited = spew("$work/limited", "#!/bin/sh\nexec prlimit --memlock=4096:4096 @{[quoted(Bizrec::Server::nginx_binary())]} \"\$@\"\n");
chmod 0755, $limited;
{
    local $ENV{TEST_NGINX_BINARY} = $limited;
    $server->configure(main => "user nobody nogroup;\n", http => with('bizrec_index_memory lock;'));
    $server->start;
    symptom('LimitMEMLOCK', 'cannot be locked in memory', log_has(qr/cannot be locked in memory/));
    $server->stop;
}

# --- a new program that is not at the path of the old one

my $away = spew("$work/away", "#!/bin/bash\nexec -a nginx-that-is-away @{[quoted(Bizrec::Server::nginx_binary())]} \"\$@\"\n");
chmod 0755, $away;
{
    local $ENV{TEST_NGINX_BINARY} = $away;
    $server->configure(main => "user nobody nogroup;\n", http => with(''));
    $server->start;
    kill 'USR2', $server->master;
    symptom('an upgrade', 'execve() failed while executing new binary process', log_has(qr/execve\(\) failed/));
    is(post($server, '/e', { website => 'a.example' })->{status}, 200, '... the old program goes on');
    $server->stop;
}

# --- one worker that lags, and a file into which somebody has written

$server->configure(main => "user root;\nworker_processes 2;\n", http => with('bizrec_index_interval 50ms;'));
$server->start;
my $tree = sub {
    return eval { JSON::PP->new->decode(request($server, 'GET', '/status/json')->{content}) } // { reasons => [] };
};
my $reasons = sub { return join "\n", @{ $tree->()->{reasons} } };
my ($slow) = $server->workers;
$server->wait_until(sub { ($tree->()->{workers_ready} // 0) == 2 }, 'both workers');
my ($kilobytes) = slurp("/proc/$slow/status") =~ /^VmSize:\s+(\d+) kB/m;
is(system('prlimit', '--pid', $slow, '--as=' . ($kilobytes + 300) * 1024 . ':'), 0, 'one worker cannot map another index');
build_index($index, { store_id => uuid(2), business_name => 'Other', website_url => 'https://a.example' });
my $said = '';
$server->wait_until(sub { ($said = $reasons->()) =~ /do not serve/ }, 'a worker that stays behind');
symptom('one worker serves another generation, or 503', '… of the workers do not serve the generation that others serve', $said);
system 'prlimit', '--pid', $slow, '--as=unlimited:';
$server->wait_until(sub { ($tree->()->{index}{$index}{workers_behind} // 1) == 0 }, 'the other worker');

chmod 0644, $index;
truncate $index, 8192 or die $!;
for (1 .. 20) { post($server, '/e', { website => 'a.example' }) }
symptom('somebody has written into a served file', 'exited on signal 7', log_has(qr/exited on signal 7/));
rename $server->write('new', $whole), $index;
$server->wait_until(sub { post($server, '/e', { website => 'a.example' })->{status} == 200 }, 'the whole file');
$server->stop;

# --- fewer records

spew("$work/in.jsonl", join '', map { record($_) } 100 .. 119);
is(run('build',   '--quiet', '-o',      "$work/many.mdb", "$work/in.jsonl")->{code},  0, 'an index of 20 records');
is(run('publish', '--quiet', '--force', "$work/many.mdb", "$work/published")->{code}, 0, '... is published');
symptom('half of a delivery', 'fewer is more than --max-shrink allows', run('publish', '--quiet', "$work/1.mdb", "$work/published")->{err});

is_deeply([grep { !$row{$_} } sort keys %row], [], 'each row of the table was produced');
$server->finish;
Bizrec::Server::finish_all();
done_testing();

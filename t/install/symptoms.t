# Produces the symptoms that an operator may find in a log, and looks them up in the table of docs/runbook.md: each symptom has a row,
# and each row a symptom. A second table there says who learns of it, and when: the status of the server, and the first alert, which
# promtool computes from the server's metrics (t/lib/Bizrec/Alerts.pm). UPDATE_EXAMPLES=1 writes that table.
#
# needs: root rsync promtool
# lane: gate user

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Alerts    qw(first_alerts in_words metrics same_table);
use Bizrec::Builder   qw(folder quoted record run slurp spew);
use Bizrec::Disks     qw(fill_disk own_mounts small_disk);
use Bizrec::Http      qw(post request);
use Bizrec::Index     qw(build_index builder uuid);
use Bizrec::Lanes     qw(%needs);
use Bizrec::Memory    qw(no_more_maps);
use Bizrec::Published qw(sample_index);
use Bizrec::Server;
use File::Copy qw(copy);
use JSON::PP;
use Test::More;

own_mounts();

my ($table) = slurp("$Bizrec::Server::repository/docs/runbook.md") =~ /^## What the logs say\n(.*?)(?=^<!-- |^## |\z)/ms
    or die 'docs/runbook.md has no "What the logs say"';
my %row = map { $_ => 0 } $table =~ /^\| `([^`]+)` \|/mg;

# Tests that a program printed the message, and that the table has it. `who` gets the message first. `server`: what the server
# does meanwhile. `scrapes`: the metrics of Prometheus before and with the symptom; undef: no answer.
my (%scrapes, %seen);

sub symptom {
    my ($what, $phrase, $said, %seen_by) = @_;
    my $words = join '.*', map { quotemeta } split /…/, $phrase, -1;
    like($said, qr/$words/, "$what: `$phrase`");
    ok(exists $row{$phrase}, '... is in the runbook');
    $row{$phrase}++;
    $seen{$phrase}    = [@seen_by{qw(who server)}];
    $scrapes{$phrase} = $seen_by{scrapes};
    return;
}

my $work = folder();
chmod 0755, $work;
my $http = 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; location = /e { bizrec_enrich_company; } MORE
    location /status { bizrec_status; allow 127.0.0.1; deny all; } }';

sub with { my ($more) = @_; return $http =~ s/MORE/$more/r }
my $server = Bizrec::Server->new(main => "user nobody nogroup;\nworker_processes 2;\n", http => with(''));
$server->allow_log(qr/./);

sub tree {
    return eval { JSON::PP->new->decode(request($server, 'GET', '/status/json')->{content}) } // { state => 'none', reasons => [] };
}

# Waits until all workers have reported. Returns the status of the server, and its metrics.
sub told {
    my ($state, $condition) = @_;
    my $after;
    $server->wait_until(
        sub {
            my $tree = tree();
            return 0 if $tree->{state} ne $state || !$condition && $tree->{workers_ready} != $tree->{workers_configured};
            return 0 if $condition                              && !$condition->($tree);
            return $after = metrics($server, 'bizrec_index_disk_free_bytes');    # the disk belongs to the machine
        },
        "the state $state"
    );
    return $after;
}
my $index = $server->prefix . '/index.mdb';
build_index($index, { store_id => uuid(1), business_name => 'Shop', website_url => 'https://a.example' });
my $whole = $server->read('index.mdb');

# The scrape of a day without faults.
$server->start;
my $good = told('ok');
$server->stop;

# The message of nginx -t; a start fails too.
sub checked {
    my ($exit, $said) = $server->check;
    is($exit,                                 1, 'nginx -t: status 1');
    is(($server->_run($server->_command))[0], 1, '... and no start');
    return $said, who => '`nginx -t` (1), a start', server => 'a start is refused', scrapes => [$good, undef];
}

# A command of a unit that ends with this status: the server gets no new index, and its data ages.
sub ended {
    my ($run, $status, $who) = @_;
    is($run->{code}, $status, 'its status');
    return $run->{err}, who => "$who ($status)", server => 'goes on with its index', scrapes => [$good, $good, 50 * 60];
}

# The server runs, and its state is ok.
sub unmoved { return who => 'the error log', server => 'ok', scrapes => [$good, told('ok')] }

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

# Changes nginx's version number in the module. An nginx that was upgraded finds such a number if the module was not.
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
small_disk($server->prefix . '/credits', '2m');
is(run('credits', 'create', $ledger, '--edge', 'test')->{code}, 0, 'a ledger');
my $teams = 200;    # their charges take more pages than earlier commits have freed in the ledger, so that it must grow
run('credits', 'grant', $ledger, "team$_", 10, '--id', $_) for 1 .. $teams;
system 'chown', '-R', 'nobody', $server->prefix . '/credits';

sub with_ledger {
    my ($path) = @_;
    my $location = 'location = /c { bizrec_access $team; bizrec_price 1; bizrec_enrich_company; }';
    $server->configure(
        main => "user nobody nogroup;\n",
        http => with("set \$team \$http_x_team; bizrec_credits $path sync=1s; $location")
    );
    return;
}
with_ledger($ledger);
$server->start;
post($server, '/c', { website => 'a.example' }, { 'X-Team' => 'team1' });
my $charged = told('ok');
my $filler  = fill_disk($server->prefix . '/credits', 0);
post($server, '/c', { website => 'a.example' }, { 'X-Team' => "team$_" }) for 1 .. $teams;
my $unwritten = told(
    'degraded',
    sub {
        return grep { /could not be written for [1-9]/ } @{ $_[0]{reasons} };
    }
);
symptom(
    'the disk of the ledger',
    'cannot be written: …; charges go on in memory',
    $server->error_log,
    who     => 'the error log',
    server  => 'degraded',
    scrapes => [$charged, $unwritten]
);
unlink $filler;
$server->stop;
copy($ledger, "$ledger.copy") or die $!;
system 'chown', '-R', 'nobody', $server->prefix . '/credits';
with_ledger("$ledger.copy");
symptom('a copied ledger', 'is a copy: edge "…"', checked());

# --- disks

small_disk("$work/small", '700k');
chmod 0755, "$work/small";
sample_index("$work/$_.mdb", $_) for 1, 2;
is(run('publish', '--quiet', "$work/1.mdb", "$work/small/published")->{code}, 0, 'room for one index');
symptom(
    'publish',
    'cannot make room for "…": No space left on device',
    ended(run('publish', '--quiet', "$work/2.mdb", "$work/small/published"), 1, '`publish`')
);

my $source = "$work/source";
is(run('publish', '--quiet', "$work/2.mdb", $source)->{code}, 0, 'a builder');
{
    local @ENV{qw(BIZREC_SOURCE BIZREC_ROOT LMDB_BUILDER BIZREC_RESERVE)} = ($source, "$work/small", builder(), '64K');
    symptom('an edge', 'no room for generation …', ended(run('pull'), 1, '`pull`'));
}

$server->configure(main => "user nobody nogroup;\n", http => with('access_log /dev/full;'));
$server->start;
post($server, '/e', { website => 'a.example' });
symptom('the log', 'write() to "…" failed (28: No space left on device)', log_has(qr/write\(\) to "\/dev\/full" failed/), unmoved());
$server->stop;

# --- memory

my $limited = spew("$work/limited", "#!/bin/sh\nexec prlimit --memlock=4096:4096 @{[quoted(Bizrec::Server::nginx_binary())]} \"\$@\"\n");
chmod 0755, $limited;
{
    local $ENV{TEST_NGINX_BINARY} = $limited;
    $server->configure(main => "user nobody nogroup;\n", http => with('bizrec_index_memory lock;'));
    $server->start;
    symptom('LimitMEMLOCK', 'cannot be locked in memory', log_has(qr/cannot be locked in memory/), unmoved());
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
    symptom('an upgrade', 'execve() failed while executing new binary process', log_has(qr/execve\(\) failed/), unmoved());
    is(post($server, '/e', { website => 'a.example' })->{status}, 200, '... the old program goes on');
    $server->stop;
}

# --- one worker does not switch to the new index, and somebody has written into the file

$server->configure(main => "user root;\nworker_processes 2;\n", http => with('bizrec_index_interval 50ms;'));
$server->start;
my ($slow) = $server->workers;
told('ok');
no_more_maps($slow);
build_index($index, { store_id => uuid(2), business_name => 'Other', website_url => 'https://a.example' });
my $said   = '';
my $behind = told(
    'degraded',
    sub {
        return ($said) = grep { /do not serve/ } @{ $_[0]{reasons} };
    }
);
symptom(
    'one worker serves another generation, or 503',
    '… of the workers do not serve the generation that others serve',
    $said,
    who     => 'the status',
    server  => 'degraded',
    scrapes => [$good, $behind]
);
system 'prlimit', '--pid', $slow, '--as=unlimited:';
$server->wait_until(sub { (tree()->{index}{$index}{workers_behind} // 1) == 0 }, 'the other worker');

chmod 0644, $index;
truncate $index, 8192 or die $!;
my %old = map { $_ => 1 } $server->workers;
$server->wait_until(
    sub {
        eval { post($server, '/e', { website => 'a.example' }) };
        return !grep { $old{$_} } $server->workers;
    },
    'the end of the workers that have the file'
);
my $lost = told('not_ready', sub { return $_[0]{workers_ready} == 0 });
symptom(
    'somebody has written into a served file',
    'exited on signal 7',
    log_has(qr/exited on signal 7/),
    who     => 'the error log, the status',
    server  => 'not_ready',
    scrapes => [$good, $lost]
);
rename $server->write('new', $whole), $index;
$server->wait_until(sub { post($server, '/e', { website => 'a.example' })->{status} == 200 }, 'the whole file');
$server->stop;

# --- fewer records

spew("$work/in.jsonl", join '', map { record($_) } 100 .. 119);
is(run('build',   '--quiet', '-o',      "$work/many.mdb", "$work/in.jsonl")->{code},  0, 'an index of 20 records');
is(run('publish', '--quiet', '--force', "$work/many.mdb", "$work/published")->{code}, 0, '... is published');
symptom(
    'half of a delivery',
    'fewer is more than --max-shrink allows',
    ended(run('publish', '--quiet', "$work/1.mdb", "$work/published"), 1, '`publish`')
);

is_deeply([grep { !$row{$_} } sort keys %row], [], 'each row of the table was produced');

# --- the people who learn of it

SKIP: {
    skip 'no promtool', 1 if !$needs{promtool}->();
    my @phrases = $table =~ /^\| `([^`]+)` \|/mg;
    my %named   = map { ("symptom$_" => $phrases[$_]) } 0 .. $#phrases;
    my %fired   = first_alerts(map { ($_ => $scrapes{ $named{$_} }) } keys %named);
    my ($age)   = values %{ $good->{value}{bizrec_index_age_seconds} };
    my @lines;
    for my $number (0 .. $#phrases) {
        my ($first) = @{ $fired{"symptom$number"} };
        my $after = $first && $first->[2] + ($scrapes{ $phrases[$number] }[2] ? $age - 60 : 0);
        push @lines, sprintf '| `%s` | %s | %s | %s | %s |', $phrases[$number], @{ $seen{ $phrases[$number] } },
            $first ? ("`$first->[0]` ($first->[1])", in_words($after)) : ('none', '');
    }
    same_table('runbook.md', 't/install/symptoms.t',
        '| message | who tells at once (exit status) | the server meanwhile | first alert | after |',
        '|---|---|---|---|--:|', @lines);
}
$server->finish;
Bizrec::Server::finish_all();
done_testing();

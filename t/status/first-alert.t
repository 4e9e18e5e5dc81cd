# Causes each fault that an alert exists for on a server. The reason that the server then reports must be in docs/status.md. The
# first alert must link to a page with the cure. promtool computes the minutes from two scrapes and the shipped rules
# (t/lib/Bizrec/Alerts.pm). docs/runbook.md has the table; UPDATE_EXAMPLES=1 writes it.
#
# needs: root promtool compiler
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Alerts  qw(first_alerts in_words metrics page_of same_table);
use Bizrec::Builder qw(must_run run slurp);
use Bizrec::Disks   qw(fill_disk own_mounts small_disk);
use Bizrec::Hold    qw(hold release start_holdable);
use Bizrec::Http    qw(connect_to post request);
use Bizrec::Index   qw(build_index damage_index uuid);
use Bizrec::Lanes   qw(%needs);
use Bizrec::Memory  qw(no_more_maps);
use Bizrec::Server;
use JSON::PP;
use POSIX qw(strftime);
use Test::More;

plan skip_all => 'no promtool' if !$needs{promtool}->();
if (my $why = Bizrec::Hold::why_not()) { plan skip_all => $why }
own_mounts();

# ---- two servers: one has a pool of few threads and an index on a small disk, the other a ledger on another small disk

my $settings = 'bizrec_index_interval 50ms; location /status { bizrec_status; bizrec_access off; allow 127.0.0.1; deny all; }';
my $server   = Bizrec::Server->new(
    main => "user root;\nworker_processes 2;\nthread_pool narrow threads=1 max_queue=1;\n",
    http => "server { listen %%LISTEN%%; bizrec_access off; $settings bizrec_index %%PREFIX%%/disk/index.mdb missing=503;
        location = /e { bizrec_enrich_company; }
        location = /s { bizrec_search_only_ids; bizrec_search_inline_work 0; bizrec_search_thread_pool narrow; }
        location = /o { bizrec_enrich_company; bizrec_index %%PREFIX%%/disk/other.mdb missing=503; } }",
);
my $paid = Bizrec::Server->new(
    http => "server { listen %%LISTEN%%; $settings bizrec_index %%PREFIX%%/index.mdb; set \$team \$http_x_team; bizrec_access \$team;
        bizrec_credits %%PREFIX%%/disk/ledger.mdb sync=1s; location = /e { bizrec_enrich_company; bizrec_price 1; } }",
);
$_->allow_log(qr/./) for $server, $paid;
my %disk = map { $_ => $_->prefix . '/disk' } $server, $paid;
my ($index, $other, $ledger) = ("$disk{$server}/index.mdb", "$disk{$server}/other.mdb", "$disk{$paid}/ledger.mdb");
small_disk($_, '2m') for values %disk;
my $today = strftime('%Y-%m-%d', gmtime);
my $teams = 200;                         # their charges take more pages than earlier commits have freed in the ledger, so that it must grow

sub index_at {
    my ($path, $number) = @_;
    return build_index($path,
        { store_id => uuid($number), business_name => "Shop $number", website_url => 'https://a.example', info_refreshed_at => $today });
}

sub credits { my ($command, @arguments) = @_; return must_run('credits', $command, $ledger, @arguments) }

sub tree {
    my ($of) = @_;
    return eval { decode_json(request($of, 'GET', '/status/json')->{content}) }
}

sub comes_to {
    my ($of, $what, $condition) = @_;
    my $tree;
    $of->wait_until(sub { return ($tree = tree($of)) && $condition->($tree) }, $what);
    return $tree;
}

sub all_well {
    my ($of) = @_;
    my $well = sub {
        my ($tree) = @_;
        return
               $tree->{state} eq 'ok'
            && $tree->{workers_ready} == $tree->{workers_configured}
            && !grep { $_->{workers_behind} } values %{ $tree->{index} };
    };
    return comes_to($of, 'a server that is well', $well);
}
# Sends `times` requests, each of another team.
sub ask { my ($of, $path, $times) = @_; post($of, $path, { website => 'a.example' }, { 'X-Team' => "team$_" }) for 1 .. $times; return }

index_at($_, 1) for $index, $other, $paid->prefix . '/index.mdb';
credits('create', '--edge', 'test');
credits('grant', "team$_", 1000, '--id', $_) for 1 .. $teams;
system 'chown', '-R', 'nobody', $disk{$paid};
$paid->start;
start_holdable($server);
ask($server, $_, 5) for '/e', '/o';
ask($paid, '/e', 5);

# ---- the faults. For each: how to cause it, the reason in the status or the metric that reports it, and how to end it

my ($page) = slurp('docs/status.md') =~ /^## The state\n(.*?)^## /ms or die 'docs/status.md has no "The state"';
my @reasons = map {
    join '.+', map { quotemeta } split /\b[A-Z]+\b|…/, $_, -1
} $page =~ /^\| `([^`]+)` \|/mg;
my (%faults, @order, %shows, %covered);

# $paid's index is on the machine's disk, so its free space is not compared.
sub scrape { my ($of) = @_; return metrics($of, $of == $paid ? 'bizrec_index_disk_free_bytes' : ()) }

# `make` causes it. `metric` is then above 0, or equals `is`. `reason`: a part of the reason in the status; if there is none,
# the table has `shows`.
sub fault {
    my ($name, %what) = @_;
    my $of     = $what{of}     // $server;
    my $before = $what{before} // (all_well($of) && scrape($of));
    push @order, $name;
    $what{make}->();
    if ($what{reason}) {
        my $tree = comes_to(
            $of, $name,
            sub {
                return grep { /$what{reason}/ } @{ $_[0]{reasons} };
            }
        );
        my ($said) = grep { /$what{reason}/ } @{ $tree->{reasons} };
        ok(scalar(grep { $said =~ /\A$_\z/ } @reasons), "$name: docs/status.md has the reason") or diag $said;
        $said =~ s{/\S+/disk/\S+?(?=[: ])}{…};
        $shows{$name} = "$tree->{state}: `" . $said =~ s/\b[0-9a-f]{16,64}\b|(?<= )\d+(?= s)/…/gr . '`';
    }
    else { $shows{$name} = $what{shows} }
    my $after;
    my $tells = sub {
        $after = scrape($of);
        return 1 if !$what{metric};
        my %values = %{ $after->{value}{ $what{metric} } // {} };
        return
            scalar grep { $_ =~ ($what{labels} // qr//) && (defined $what{is} ? $values{$_} == $what{is} : $values{$_} > 0) } keys %values;
    };
    $of->wait_until($tells, "a scrape that tells of: $name");    # each worker tells what it knows
    $faults{$name} = [$before, $after, $what{minutes} // ()];
    $what{undo}->() if $what{undo};
    return;
}
my $good = all_well($server) && scrape($server);

fault(
    'a damaged index is published',
    reason => qr/ is refused: /,
    metric => 'bizrec_index_refused',
    make   => sub { damage_index($index) },
    undo   => sub { index_at($index, 2) }
);

my @clients;
fault(
    'more searches come than the queue holds',
    shows  => '`bizrec_overloaded_total` grows: 503 `overloaded`',
    metric => 'bizrec_overloaded_total',
    make   => sub {
        hold($server);
        my $body = '{"query":"shop"}';
        for (1 .. 8) {
            push @clients, connect_to($server);
            syswrite $clients[-1], "POST /s HTTP/1.1\r\nHost: x\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
        }
        $server->wait_until(sub { (tree($server)->{endpoint}{search_only_ids}{overloaded} // 0) > 0 }, 'a full queue');
    },
    undo => sub { release($server); close $_ for @clients }
);

fault(
    'the disk of the index is nearly full',
    shows => '`bizrec_index_disk_free_bytes` falls',
    make  => sub { fill_disk($disk{$server}, 150) },
    undo  => sub { unlink "$disk{$server}/filler" }
);

fault(
    'the disk of the ledger is full',
    of     => $paid,
    reason => qr/ledger/,
    metric => 'bizrec_ledger_unwritten_seconds',
    make   => sub {
        fill_disk($disk{$paid}, 0);
        ask($paid, '/e', $teams);
    },
);

fault(
    'no new data comes',
    shows   => '`bizrec_index_age_seconds` grows',
    make    => sub { },
    minutes => 50 * 60
);

fault(
    'one worker cannot open the new index',
    reason => qr/of the workers do not serve/,
    metric => 'bizrec_index_workers_behind',
    make   => sub {
        no_more_maps(($server->workers)[0]);
        index_at($index, 3);
    }
);

fault('nginx does not run', before => $good, shows => 'no answer', make => sub { $server->stop });

unlink $other;
$server->start;
comes_to($server, 'an index that may be missing', sub { return $_[0]{state} eq 'degraded' });
fault(
    'one of two indexes is missing, and clients ask for it',
    before => scrape($server),
    shows  => '`bizrec_requests_total{status="5xx"}` grows',
    metric => 'bizrec_requests_total',
    labels => qr/5xx/,
    make   => sub { ask($server, $_, 5) for '/e', '/o' }
);
$server->stop;

unlink $index;
$server->start;
fault(
    'a start finds no index',
    before => $good,
    reason => qr/index\.mdb: this worker serves no generation/,
    metric => 'bizrec_ready',
    is     => 0,
    make   => sub { }
);

# ---- the table

my %fired = first_alerts(%faults);
my ($age) = sort { $b <=> $a } values %{ $faults{'no new data comes'}[1]{value}{bizrec_index_age_seconds} };
$_->[2] += $age - 60 for @{ $fired{'no new data comes'} };    # from the beginning of the data's day

my %rows;
for my $name (@order) {
    my ($first) = @{ $fired{$name} } or fail("$name: no alert"), next;
    my ($alert, $severity, $seconds) = @$first;
    my $cure = page_of($alert);
    my ($file, $anchor) = split /#/, $cure;
    my ($section) = grep { lc((/\A(.*)\n/)[0]) =~ tr/ /-/r eq ($anchor // '') } split /^## /m, slurp("docs/$file");
    like($section // '', qr/`$alert`/, "$name: $alert leads to docs/$cure, which names it");
    my ($title) = ($section // '') =~ /\A(.*)\n/;
    my $row     = sprintf '| %s | %s | `%s` (%s) | %s | [%s](%s) |', $name, $shows{$name}, $alert, $severity, in_words($seconds), $title,
        $cure =~ s/^runbook\.md//r;
    push @{ $rows{$seconds} }, $row;
    $covered{$alert} = 1;
}
$covered{ $_->[0] } = 1 for map { @$_ } values %fired;
is_deeply([grep { !$covered{$_} } slurp('conf/prometheus/bizrec-alerts.yml') =~ /- alert: (\w+)/g], [], 'each alert was made to fire');
same_table('runbook.md', 't/status/first-alert.t', '| fault | the status at once | first alert | after | cure |',
    '|---|---|---|--:|---|', map { sort @{ $rows{$_} } } sort { $a <=> $b } keys %rows);
$_->finish for $server, $paid;
done_testing();

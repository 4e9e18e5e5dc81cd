# Credits of many edges: conf/billing/postgresql.sql in Debian's PostgreSQL, and conf/billing/bizrec-meter of three edges. Exchanges
# are lost, repeated, late and killed, the centre is dead for an hour of them: in the end the sums of all edges and of the centre
# agree to the millicredit, and what was delivered beyond the balance is within the bound of docs/credits.md.
#   BIZREC_EXCHANGES   rounds of exchanges with faults (24)
#   BIZREC_SEED        of their order (13)
#
# needs: root netns postgresql
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(binary folder quoted run slurp spew);
use Bizrec::Hosts;
use Bizrec::Index qw(build_index uuid);
use Bizrec::Postgres;
use Bizrec::Server;
use Bizrec::Wait   qw(comes_true);
use Cwd            qw(abs_path);
use File::Basename qw(basename);
use File::Copy     qw(copy);
use File::Temp     qw(tempdir);
use JSON::PP;
use List::Util qw(max min shuffle sum0);
use Socket;
use Test::More;
use Time::HiRes qw(usleep);

binary();
if (my $problem = Bizrec::Postgres::problem()) {
    die "edges are tested where tests run in CI as root: $problem\n" if $ENV{CI} && $> == 0;
    plan skip_all => $problem;
}
srand($ENV{BIZREC_SEED} || 13);
my $repository = $Bizrec::Server::repository;
my $rounds     = $ENV{BIZREC_EXCHANGES} || 24;
my $folder     = folder();
my $json       = JSON::PP->new->canonical->utf8;
my @names      = qw(fra1 nyc1 sin1);
chmod 0755, $folder;
delete @ENV{ 'PERL5LIB', grep { /^PG/ } keys %ENV };    # that of prove leads into the checkout

# Another user exchanges, who may not enter a checkout that is closed.
sub open_copy {
    my ($of) = @_;
    my $copy = "$folder/" . basename($of);
    copy($of, $copy) && chmod 0755, $copy or die "$copy: $!\n";
    return $copy;
}
$ENV{LMDB_BUILDER} = open_copy(abs_path(binary()));
my $meter = open_copy("$repository/conf/billing/bizrec-meter");

my $hosts  = Bizrec::Hosts->new('centre', @names);
my $centre = Bizrec::Postgres->new($hosts ? (address => $hosts->address('centre'), on => [$hosts->on('centre')]) : ());
my $schema = "$repository/conf/billing/postgresql.sql";

# ---- the centre

sub new_centre {
    local $ENV{PGDATABASE} = 'postgres';
    $centre->sql('drop database if exists billing');
    $centre->sql('create database billing');
    local $ENV{PGDATABASE} = 'billing';
    my ($status, $said) = $centre->ask('postgres', 'psql', '-Xq', '-f', $schema);
    is("$status$said", '0', 'a centre');
    for my $name (@names) {
        $centre->sql(
            qq{do \$\$ begin create role "bizrec_$name" login password 'secret-$name' in role bizrec_edge; exception when duplicate_object then end \$\$}
        );
        $centre->sql("select bizrec_credits.add_edge('$name', 'bizrec_$name')");
    }
    return;
}

sub dumped { my (undef, $text) = $centre->ask('postgres', 'pg_dump'); return $text =~ s/^\\(?:un)?restrict .*\n//mgr }

# What a role is refused, by each sentence.
sub refuses {
    my ($role, @sentences) = @_;
    for my $sentence (@sentences) {
        my ($status, $said) = $centre->try_sql($role, $sentence);
        isnt($status, 0, "$role is refused: $sentence");
        like($said, qr/permission denied/, '... for want of rights');
    }
    return;
}

# ---- an edge: its ledger, and bizrec-meter as its unit runs it

my %ledger;

sub credits {
    my (@words) = @_;
    my $result = run('credits', @words);
    $result->{code} == 0 or die "credits @words: $result->{err}";
    return $result->{out};
}

# In memory where there is room: each commit waits for the disk, and no disk fails here.
sub new_ledgers {
    my $place = tempdir("bizrec-edges-$$-XXXXXX", (-w '/dev/shm' ? (DIR => '/dev/shm') : (TMPDIR => 1)), CLEANUP => 1);
    chmod 0755, $place;
    for my $name (@names) {
        credits('create', $ledger{$name} = "$place/${name}'s ledger.mdb", '--edge', $name);
    }
    return;
}

sub show { my ($name) = @_; return $json->decode(credits('show', $ledger{$name}, '--json')) }

sub lines_of {
    my ($name, $type) = @_;
    return grep { $_->{type} eq $type } map { $json->decode($_) } split /\n/, credits('export', $ledger{$name});
}
my %id_of;
sub ledger_id { my ($name) = @_; return $id_of{ $ledger{$name} } //= (lines_of($name, 'ledger'))[0]{edge} }

# The server's part: what it has charged on this edge. A ledger's own counter comes back by an import, too.
sub charged {
    my ($name, $team, $millicredits) = @_;
    my $line   = $json->encode({ type => 'counter', edge => ledger_id($name), team => $team, spent_millicredits => $millicredits });
    my $result = run({ stdin => "$line\n" }, 'credits', 'import', '--quiet', $ledger{$name}, '-');
    $result->{code} == 0 or die $result->{err};
    return;
}

# psql as bizrec-meter calls it, with a fault for the push and one for the pull:
#   lost: nothing arrives; unanswered: all arrives, its answer does not; twice; late: kept, and delivered by deliver()
my $programs = "$folder/programs";
mkdir $programs;
my $real = qx{sh -c 'command -v psql'};
chomp $real;
chmod 0755, spew("$programs/psql", <<"EOP");
#!/bin/bash
script=\$(cat; echo x)
script=\${script%x}
fault=\$FAULT_PULL
[ "\${script:0:5}" != begin ] || fault=\$FAULT_PUSH
case \$fault in
    lost) exit 2 ;;
    unanswered) printf %s "\$script" | $real "\$@" > /dev/null; exit 2 ;;
    twice) printf %s "\$script" | $real "\$@" > /dev/null ;;
    late)
        kept=\$(mktemp -d "\$FAULT_LATE/\$PGUSER.XXXXXX")
        printf %s "\$script" > "\$kept/script"
        printf '%s\\n' "\$@" > "\$kept/arguments"
        exit 2 ;;
esac
printf %s "\$script" | exec $real "\$@"
EOP
my $no_import = "$folder/without import";
chmod 0755, spew($no_import, qq(#!/bin/sh\n[ "\$2" != import ] || exit 1\nexec @{[quoted($ENV{LMDB_BUILDER})]} "\$@"\n));
my $late = "$folder/late";
mkdir $late;

sub settings_of {
    my ($name, %more) = @_;
    return (
        PGHOST        => $centre->socket,
        PGDATABASE    => 'billing',
        PGUSER        => "bizrec_$name",
        BIZREC_LEDGER => $ledger{$name},
        FAULT_LATE    => $late,
        FAULT_PUSH    => '',
        FAULT_PULL    => '',
        PATH          => "$programs:$ENV{PATH}",
        %more
    );
}

# (exit status, what it said)
sub meter {
    my ($name, %more) = @_;
    my $on       = delete $more{on} || '';
    my %settings = settings_of($name, %more);
    local @ENV{ keys %settings } = values %settings;
    my $said = qx{$on @{[quoted($meter)]} 2>&1 </dev/null};
    return ($? >> 8, $said);
}

sub meter_well {
    my ($name, $what, %more) = @_;
    my ($status, $said) = meter($name, %more);
    return is("$status$said", '0', $what || "$name exchanges");
}

# Killed after some time, with all its processes or alone: psql may go on without it.
sub meter_killed {
    my ($name, $microseconds) = @_;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        setpgrp;
        my %settings = settings_of($name);
        @ENV{ keys %settings } = values %settings;
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec {$meter} $meter or die;    # one word, whatever it holds
    }
    usleep $microseconds;
    kill(rand() < 0.5 ? -9 : 9, $pid);
    waitpid $pid, 0;
    return;
}

# What was late arrives now, and the answers of pulls after it.
sub deliver {
    my ($kept) = @_;
    my ($user, $name) = $kept =~ m{/(bizrec_(\w+))\.\w+\z};
    my @arguments = split /\n/, slurp("$kept/arguments");
    my $line      = join ' ', map { quoted($_) } $real, @arguments;
    local @ENV{qw(PGHOST PGUSER PGDATABASE PGCLIENTENCODING)} = ($centre->socket, $user, 'billing', 'UTF8');
    my $answer = qx{$line < $kept/script};
    is($?, 0, "late: $user");
    run({ stdin => $answer =~ s/\A.*\n//r }, 'credits', 'import', '--quiet', $ledger{$name}, '-')->{code} == 0
        or die $answer
        if $answer =~ /"type"/;
    system 'rm', '-r', $kept;
    return;
}

# Books as "team granted spent", of an edge and of the centre, in millicredits. A team whose only grant gave way to another one has
# a line of zeros on the edges that had it.
sub books_of {
    my ($name) = @_;
    return [
        grep    { !/ 0 0\z/ }
            map { "$_->{team} $_->{granted_millicredits} " . ($_->{spent_here_millicredits} + $_->{spent_elsewhere_millicredits}) }
            @{ show($name)->{teams} }
    ];
}

sub books_of_centre {
    my $books = $centre->sql(
        q{select team || ' ' || (granted * 1000)::bigint || ' ' || (spent * 1000)::bigint from bizrec_credits.teams order by team collate "C"}
    );
    utf8::decode($books);
    return [grep { !/ 0 0\z/ } split /\n/, $books];
}

sub grants_of {
    my ($text) = @_;
    return [sort map { $json->encode($_) } grep { $_->{type} eq 'grant' } map { $json->decode($_) } split /\n/, $text];
}

sub all_agree {
    my ($what) = @_;
    for (1, 2) {    # the first brings all to the centre, the second takes it from there
        meter_well($_) for @names;
    }
    my $wanted = books_of_centre();
    is_deeply(books_of($_), $wanted, "$what: $_ and the centre agree") for @names;
    my $grants = grants_of($centre->sql("select * from bizrec_credits.last_export('fra1')"));
    is_deeply(grants_of(credits('export', $ledger{$_})), $grants, "... to each grant") for @names;
    return $wanted;
}

subtest 'the file again changes nothing' => sub {
    new_centre();
    my $before = dumped();
    like($before, qr/CREATE FUNCTION bizrec_credits\.push/, 'a dump of it');
    is(join('', $centre->ask('postgres', 'psql', '-Xq', '-f', $schema)), '0',     'again');
    is(dumped(),                                                         $before, 'nothing is other than before');
};

subtest 'what the pages tell operators to say' => sub {
    new_centre();
    my @sentences = map { my $page = slurp("$repository/docs/$_"); $page =~ /([`"'])(select [^\n]*?bizrec_credits\.[^\n]*?)\1/g }
        qw(credits.md runbook.md);
    @sentences = @sentences[grep { $_ % 2 } 0 .. $#sentences];
    cmp_ok(scalar @sentences, '>=', 8, scalar(@sentences) . ' sentences');
    is(join('', $centre->try_sql('postgres', $_)) =~ s/\A0.*/0/sr, '0', $_) for @sentences;
};

subtest 'rights' => sub {
    new_centre();
    my $functions =
        q{select string_agg(proname, ' ' order by proname) from pg_proc where pronamespace = 'bizrec_credits'::regnamespace and has_function_privilege('%s', oid, 'execute')};
    my $tables =
        q{select coalesce(string_agg(relname, ' ' order by relname), '') from pg_class where relnamespace = 'bizrec_credits'::regnamespace and relkind in ('r', 'v') and has_table_privilege('%s', oid, 'select, insert, update, delete, truncate')};
    my %may = (
        bizrec_fra1       => ['pull push push_usage', ''],
        bizrec_accountant => [undef,                  'edge_list grant_list spent_by_edge teams usage_by_day'],
        bizrec_billing    => ['grant_credits',        '']
    );
    for my $role (sort keys %may) {
        is($centre->sql(sprintf $functions, $role) || undef, $may{$role}[0], "$role: functions");
        is($centre->sql(sprintf $tables,    $role),          $may{$role}[1], '... tables and views');
    }
    is(
        $centre->sql(
            q{select count(*) from pg_class where relnamespace = 'bizrec_credits'::regnamespace and relkind = 'v' and has_table_privilege('bizrec_accountant', oid, 'insert, update, delete')}
        ),
        0,
        'accountants only read'
    );
    refuses(
        'bizrec_fra1',
        'select * from bizrec_credits.teams',
        'table bizrec_credits.counters',
        'insert into bizrec_credits.grants values (1)',
        "select bizrec_credits.grant_credits('a', 1, 'i')",
        "select bizrec_credits.set_writer('fra1/0123456789abcdef')",
        'create table bizrec_credits.mine ()'
    );
    for my $sentence (
        "select bizrec_credits.push(array['" . header('nyc1', '0' x 16) . "'])",
        "select bizrec_credits.push_usage(array['{\"edge\":\"nyc1/0000000000000000\"}'])"
        )
    {
        like(
            join(' ', $centre->try_sql('bizrec_fra1', $sentence)),
            qr/role "bizrec_fra1" may not push under the name of edge "nyc1"/,
            'only its own name'
        );
    }
    like(
        join(
            ' ',
            $centre->try_sql(
                'bizrec_fra1',
                "select bizrec_credits.push(array['"
                    . header('fra1', '0' x 16)
                    . qq{','{"type":"counter","edge":"nyc1/0000000000000000","team":"a","spent_millicredits":1}'])}
            )
        ),
        qr/"fra1" pushes a counter of edge "nyc1/,
        '... and its own counters'
    );
    is($centre->sql('select count(*) from bizrec_credits.ledgers'), 0, 'nothing has come of it');
    my ($status, $said) = $centre->try_sql('bizrec_fra1',
        q{create temporary table edges (name text, login text); insert into edges values ('x', 'bizrec_fra1'); select count(*) from bizrec_credits.pull('x/0', null, -1)}
    );
    is("$status $said", "0 1\n", 'a temporary table in the place of one of the centre is not looked at');
};

sub header {
    my ($name, $id, %more) = @_;
    return $json->encode({ type => 'ledger', version => 1, edge => "$name/$id", exported => 1, written => 0, closed_minute => 0, %more });
}

subtest 'counters, and grants of any text' => sub {
    new_centre();
    new_ledgers();
    credits('grant', $ledger{fra1}, 'acme', '5000.001', '--id', 'INV-1', '--note',
        qq{"quoted" 'so' back\\slash, tab\t, line\nfeed \\. \xc3\xa9 \$\$ %s});
    credits('grant', $ledger{nyc1}, "d'or\\\"\xe2\x82\xac,;", '-0.001', '--id', "1','\\n");
    charged('fra1', 'acme', 1_234_567);
    charged('sin1', 'acme', 1);
    my $books = all_agree('first');
    is($books->[0], 'acme 5000001 1234568', 'the sums');
    is(
        $centre->sql(q{select * from bizrec_credits.teams where team = 'acme'}),
        'acme|5000.001|1234.568|3765.433',
        'an accountant reads credits'
    );
    is(
        $centre->sql(q{select string_agg(edge || ' ' || spent, ', ' order by edge) from bizrec_credits.spent_by_edge where team = 'acme'}),
        'fra1 1234.567, sin1 0.001',
        '... by edge'
    );
    meter_well($_) for @names;    # grants that came from others are told once
    my $revision = $centre->sql('select revision from bizrec_credits.centre');
    meter_well($_, 'nothing new') for @names;
    is($centre->sql('select revision from bizrec_credits.centre'), $revision, '... changes nothing at the centre');
    is(slurp("$ledger{fra1}.meter/others"),                        '',        '... and brings nothing');
    is(slurp("$ledger{fra1}.meter/lines") =~ tr/\n//,              1,         '... and takes nothing but the header');

    for my $fault (qw(lost unanswered)) {
        charged('fra1', 'acme', $fault eq 'lost' ? 1_234_568 : 1_234_569);
        is((meter('fra1', FAULT_PUSH => $fault))[0], 1, "a push that is $fault");
        is((meter('nyc1', FAULT_PULL => $fault))[0], 1, "a pull that is $fault");
        all_agree('the next exchanges repeat it');
    }
    charged('fra1', 'acme', 1_234_570);
    meter_well('fra1');
    is((meter('nyc1', LMDB_BUILDER => $no_import))[0], 1,                      'an import that fails');
    is(all_agree('is repeated')->[0],                  'acme 5000001 1234571', 'the sums');
    is($centre->sql(q{set role bizrec_billing; select bizrec_credits.grant_credits('acme', 0.5, 'by-billing')}),
        't', 'a grant at the centre');
    is($centre->sql(q{select bizrec_credits.grant_credits('acme', 0.5, 'by-billing')}), 'f', '... again');
    like(join(' ', $centre->try_sql('postgres', "select bizrec_credits.grant_credits('acme', $_->[0], 'by-billing')")),
        $_->[1], "... of $_->[0]")
        for [1, qr/is known: it granted 500 millicredits to team "acme"/], ['0.0001', qr/at most three decimals, and 0.0001 came/];
    is(all_agree('a grant at the centre')->[0], 'acme 5000501 1234571', 'the sums');
    $centre->sql("select bizrec_credits.add_edge('sin1', 'bizrec_sin1', false)");
    credits('grant', $ledger{sin1}, 'acme', '1', '--id', 'self-made');
    my ($status, $said) = meter('sin1');
    is($status, 1, 'an edge that may not grant');
    like($said, qr/edge "sin1" may not grant, and brings 1 grants/, '... is told so');
};

# Ledger::Transaction::merge_grant and merge_grants() of the centre choose the same one.
subtest 'grants that contradict each other' => sub {
    new_centre();
    new_ledgers();
    my @teams = ('a', 'B', 'b', "\x{e9}", 'aa', '_', 'Z');
    for my $name (@names) {
        my @lines = map {
            $json->encode(
                { type => 'grant', id => 'G' . int rand 12, team => $_->[0], millicredits => $_->[1], granted => $_->[2], note => $_->[3] })
            }
            map { [$teams[rand @teams], int(rand 5) - 2, int rand 3, $teams[rand @teams]] } 1 .. 80;
        my $result = run({ stdin => join '', map { "$_\n" } @lines }, 'credits', 'import', '--quiet', $ledger{$name}, '-');
        $result->{code} == 0 or die $result->{err};
    }
    meter_well($_) for shuffle @names;
    all_agree('after any order');
};

# ---- faults

# What an edge charges in an interval: at most $rate rows of a credit, while its ledger covers them.
my ($rate,  $team) = (5, 'acme');
my (%spent, %history);

# (rows, bound): what an edge delivers in an interval, as its ledger lets it, and what the others can have charged beyond what it knows of:
# their rate by the age of that.
sub serve {
    my ($name, $tick) = @_;
    my %known = map { $_->{edge} =~ s{/.*}{}r => $_->{spent_millicredits} } lines_of($name, 'counter');
    my $left  = sum0(map { $_->{millicredits} } lines_of($name, 'grant')) - sum0(values %known);
    my $rows  = min($rate, max(0, int($left / 1000)));
    my $bound = 0;
    for my $other (grep { $_ ne $name } @names) {
        my $seen = max(-1, grep { $history{$other}[$_] <= ($known{$other} // 0) } 0 .. $#{ $history{$other} });
        $bound += $rate * 1000 * ($tick - $seen);
    }
    charged($name, $team, $spent{$name} += $rows * 1000) if $rows > 0;
    return ($rows, $bound);
}

# An interval: each edge serves, then exchanges as $exchange does it. What the bound says of those that have charged.
sub interval {
    my ($tick, $exchange) = @_;
    my $bound = 0;
    for my $name (shuffle @names) {
        my ($rows, $at) = serve($name, $tick);
        $bound = max($bound, $at) if $rows > 0;
        $history{$name}[$tick] = $spent{$name};
    }
    $exchange->($_) for shuffle @names;
    return $bound;
}

sub start_serving {
    my ($credits) = @_;
    new_centre();
    new_ledgers();
    %spent   = map { $_ => 0 } @names;
    %history = map { $_ => [] } @names;
    credits('grant', $ledger{ $names[$_ % 3] }, $team, $credits / 4, '--id', "INV-$_") for 0 .. 3;
    meter_well($_) for @names, @names;
    return;
}

sub check_sums {
    my ($what, $granted, $bound) = @_;
    my $total = sum0(values %spent);
    is_deeply(all_agree($what), ["$team " . $granted * 1000 . " $total"], "$what: all that was charged, and no more");
    my $overshoot = max(0, $total - $granted * 1000);
    cmp_ok($overshoot, '<=', $bound, "$what: delivered beyond the balance within the bound");
    note("$what: $total of ${granted}000 millicredits, $overshoot beyond, the bound $bound");
    return $overshoot;
}

subtest 'lost, repeated, late and killed exchanges' => sub {
    my $credits = $rounds * 10;
    start_serving($credits);
    my @faults = ('', qw(lost unanswered twice late));
    my ($bound, %count) = (0);
    for my $tick (0 .. $rounds - 1) {
        $bound = max(
            $bound,
            interval(
                $tick,
                sub {
                    my ($name) = @_;
                    if (rand() < 0.25) { $count{killed}++; meter_killed($name, int rand 250_000); return }
                    my ($push, $pull) = map { $faults[rand @faults] } 1, 2;
                    my ($status, $said) = meter($name, FAULT_PUSH => $push, FAULT_PULL => $pull);
                    my $well = $push =~ /^(?:twice)?$/ && $pull =~ /^(?:twice)?$/;
                    $count{ $well     ? 'whole' : 'broken' }++;
                    is($status, $well ? 0       : 1, "push $push, pull $pull: exit status") or diag $said if $status != ($well ? 0 : 1);
                }
            )
        );
        my @kept = glob "$late/*";
        deliver($_) for grep { rand() < 0.2 } shuffle @kept;
    }
    my @kept = shuffle glob "$late/*";
    cmp_ok(scalar @kept, '>', 0, 'some are still to arrive');
    deliver($_) for @kept;
    cmp_ok($count{$_} || 0, '>', 0, "$_: $count{$_}") for qw(killed whole broken);
    check_sums('faults', $credits, $bound);
};

# An exchange each two minutes, and no centre for an hour.
subtest 'a centre that is dead for an hour' => sub {
    start_serving(240);
    my $bound = 0;
    for my $tick (0 .. 39) {
        $centre->stop('immediate') if $tick == 10;
        $bound = max(
            $bound,
            interval(
                $tick,
                sub {
                    my ($name) = @_;
                    my ($status, $said) = meter($name, $tick < 10 ? () : (PATH => $ENV{PATH}));
                    fail("$name exchanges: $said") if ($status == 0) != ($tick < 10);
                }
            )
        );
    }
    my ($status, $said) = meter('fra1');
    is($status, 1, 'without a centre: exit status 1');
    like($said, qr/connection to server .*failed.*nothing was pushed; the next run tries again.*nothing was pulled/s, '... and why');
    $centre->start;
    my $overshoot = check_sums('the hour', 240, $bound);
    cmp_ok($overshoot, '>',  0,           'more was delivered than the balance covers');
    cmp_ok($overshoot, '<=', 2 * 240_000, '... at most the balance for each other edge');
};

# ---- one writer for a name

subtest 'two ledgers of one name' => sub {
    new_centre();
    new_ledgers();
    charged('fra1', 'acme', 1000);
    meter_well('fra1');
    my $first    = $ledger{fra1};
    my $first_id = ledger_id('fra1');
    $ledger{fra1} = folder() . '/second.mdb';
    credits('create', $ledger{fra1}, '--edge', 'fra1');
    my $second_id = ledger_id('fra1');
    charged('fra1', 'acme', 10);
    $centre->sql("select bizrec_credits.grant_credits('acme', 7, 'G')");
    my ($status, $said) = meter('fra1');
    is($status, 1, 'while the first one counts the second one is refused');
    like(
        $said,
        qr{edge "fra1" is counted by the ledger \Q$first_id\E, which came \d+ seconds ago, and the ledger \Q$second_id\E counts under the same name\..*set_writer\('\Q$second_id\E'\)}s,
        '... by words that name both'
    );
    is_deeply(books_of('fra1'), ['acme 7000 1010'], '... but it learns what the others have');
    $centre->sql("update bizrec_credits.edges set last_push = last_push - interval '5 minutes'");
    meter_well('fra1', 'after five minutes it takes the place');
    my $second = $ledger{fra1};
    $ledger{fra1} = $first;
    meter_well('fra1', 'what the first one had counted may come late');
    charged('fra1', 'acme', 1500);
    ($status, $said) = meter('fra1');
    is($status, 1, 'but it does not go on counting');
    like(
        $said,
        qr{edge "fra1" is counted by the ledger \Q$second_id\E, and the ledger \Q$first_id\E, whose place it took, goes on counting \(team "acme": 1500 millicredits, the centre has 1000\)},
        '... by words that name both'
    );
    $centre->sql("select bizrec_credits.set_writer('$first_id')");
    meter_well('fra1', 'the operator chooses it');
    $ledger{fra1} = $second;
    charged('fra1', 'acme', 20);
    is((meter('fra1'))[0], 1, '... and not the other');
    $centre->sql("select bizrec_credits.set_writer('$second_id')");
    is_deeply(all_agree('the other, after all'), ['acme 7000 1520'], 'no charge is lost');
};

subtest 'a ledger that was put back from a copy is told of' => sub {
    new_centre();
    new_ledgers();
    charged('fra1', 'acme', 1000);
    my $copy = slurp($ledger{fra1});
    charged('fra1', 'acme', 3000);
    meter_well('fra1');
    my $id = ledger_id('fra1');
    unlink "$ledger{fra1}-lock";
    spew($ledger{fra1}, $copy);
    $centre->sql('update bizrec_credits.ledgers set exported = exported - 10');
    my ($status, $said) = meter('fra1');
    is($status, 0, 'it exchanges');
    like(
        $said,
        qr/WARNING: .*ledger \Q$id\E has gone back: team "acme" has spent 1000 millicredits in it, and had spent 3000 before/,
        '... and says so'
    );
    is($centre->sql("select went_back is not null from bizrec_credits.edge_list where edge = 'fra1'"), 't', '... where the operator looks');
    is_deeply(books_of_centre(), ['acme 0 3000'], '... and nothing is taken back');
};

subtest 'the disk of an edge is lost: the centre has its last export' => sub {
    new_centre();
    new_ledgers();
    credits('grant', $ledger{nyc1}, 'acme', 10, '--id', 'G');
    charged('fra1', 'acme', 3000);
    charged('nyc1', 'acme', 500);
    all_agree('before');
    my $old    = ledger_id('fra1');
    my $export = spew("$folder/last.jsonl", $centre->sql("select * from bizrec_credits.last_export('fra1')"));
    $ledger{fra1} = folder() . '/new.mdb';
    credits('repair', $ledger{fra1}, '--export', $export);
    my $new = ledger_id('fra1');
    isnt($new, $old, 'a new ledger');
    charged('fra1', 'acme', 70);
    $centre->sql("select bizrec_credits.set_writer('$new')");
    is_deeply(all_agree('repaired'), ['acme 10000 3570'], 'the sums go on');
    is($centre->sql("select spent from bizrec_credits.spent_by_edge where edge = 'fra1'"), '3.070', 'of both ledgers');
};

# ---- a centre that was put back

subtest 'a centre that is put back from a backup gets everything again' => sub {
    new_centre();
    new_ledgers();
    charged('fra1', 'acme', 1000);
    all_agree('before the backup');
    my $backup = dumped();
    for my $how ('revisions', 'restored()') {
        charged($_, 'acme', $how eq 'revisions' ? 2000 : 3000) for @names;
        all_agree('after the backup');
        local $ENV{PGDATABASE} = 'postgres';
        $centre->sql('drop database billing');
        $centre->sql('create database billing');
        local $ENV{PGDATABASE} = 'billing';
        is(($centre->ask('postgres', 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-f', spew("$folder/backup.sql", $backup)))[0],
            0, 'the backup');
        $centre->sql('select bizrec_credits.restored()') if $how eq 'restored()';
        # Two edges have nothing new to say: what is missing of them comes only if they notice. What is new has a revision that they
        # take for known.
        charged('fra1', 'acme', $how eq 'revisions' ? 2500 : 3500);
        is_deeply(all_agree($how), ['acme 0 ' . ($how eq 'revisions' ? 6500 : 9500)], "$how: all is there");
    }
};

# ---- what is said

subtest 'messages' => sub {
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
            'no ledger', qr{"/none" does not exist: make it with .*credits create, or name another BIZREC_LEDGER in},
            BIZREC_LEDGER => '/none'
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
        like($said, $words, "$what: told why");
    }
    open my $lock, '>>', "$ledger{fra1}.meter/.lock" or die;
    flock $lock, 2 or die;
    is(join(' ', meter('fra1')), "0 another exchange is under way\n", 'two at once');
    close $lock;

    # A centre that takes the connection and never answers.
    my $silent = folder();
    socket my $listener, PF_UNIX, SOCK_STREAM, 0 or die;
    bind $listener, sockaddr_un("$silent/.s.PGSQL.5432") or die;
    listen $listener, 10 or die;
    my ($status, $said) = meter('fra1', PGHOST => $silent, BIZREC_TIMEOUT => 1, PGCONNECT_TIMEOUT => 20);
    is($status, 1, 'a centre that hangs');
    like($said, qr{the centre at "\Q$silent\E" has not answered within 1 seconds \(BIZREC_TIMEOUT\)}, '... is given up');
SKIP: {
        skip 'not root', 2 if $> != 0;
        chown((getpwnam 'nobody')[2, 3], $ledger{nyc1});
        ($status, $said) = meter('nyc1');
        is($status, 1, "another user's ledger");
        like($said, qr{belongs to nobody, and this is root: run it as runuser -u nobody -- bizrec-meter}, '... is not touched');
        ok(!-e "$ledger{nyc1}.meter", '... nor is anything left next to it');
    }
};

# The program's part is one of its own here: a ledger has closed usage a minute after a server has charged.
subtest 'events of usage' => sub {
    new_centre();
    new_ledgers();
    my $id     = ledger_id('fra1');
    my @events = map {
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
    chmod 0755,
        spew($fake,
        qq(#!/bin/sh\n[ "\$4" = --usage ] || exec @{[quoted($ENV{LMDB_BUILDER})]} "\$@"\necho "\$*" >> $folder/asked\ncat $folder/events\n)
        );
    for my $count (2, 2, 3) {
        spew("$folder/events", join '', @events[0 .. $count - 1]);
        meter_well('fra1', "$count events", LMDB_BUILDER => $fake, BIZREC_USAGE => 'hour');
    }
    is(
        $centre->sql('select day, team, endpoint, edge, requests, rows, credits from bizrec_credits.usage_by_day'),
        '2026-11-22|acme|enrich_company|fra1|6|9|9.006',
        'each counts once'
    );
    my @since = slurp("$folder/asked") =~ /--since (\S+)/g;
    is_deeply(\@since, ['1970-01-01', '2026-11-22T02:00', '2026-11-22T02:00'], 'from the last one on that the centre has');
    is(run('credits', 'export', $ledger{fra1}, '--usage', '--by', 'hour', '--since', $_)->{code}, 0, "the program takes $_") for @since;
};

# ---- hosts of their own, with nginx, passwords and wires

subtest 'three edges with nginx in network namespaces' => sub {
    if (!$hosts) {
        fail('edges are tested where tests run as root') if $ENV{CI} && $> == 0;
        plan skip_all => 'no network namespaces here';
    }
    plan skip_all => 'no module here' if !-e ($ENV{TEST_NGINX_MODULE} || "$repository/build/ngx_bizrec_module.so");
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
        my $line = join ' ', map { quoted($_) } $hosts->on($name, 'curl', '-s', '-m', '5', @arguments);
        return scalar qx{$line};
    };
    my $rows = sub {    # as many rows as were delivered: 0 for a 402
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
            on                => $as_nobody,
            PGHOST            => $hosts->address('centre'),
            PGPASSFILE        => "$folder/$name.pgpass",
            PATH              => $ENV{PATH},
            PGCONNECT_TIMEOUT => 2,
            BIZREC_TIMEOUT    => 10,
            %more
        );
    };
    my $well = sub { my ($name) = @_; return is(join('', $exchange->($name)), '0', "$name exchanges") };
    # The ledger has what was charged, within `sync`, before it is exported.
    my $written = sub {
        my ($name, $credits) = @_;
        return ok(comes_true(sub { my ($t) = @{ show($name)->{teams} }; $t && $t->{spent_here_millicredits} == $credits * 1000 }),
            "$name has written $credits");
    };
    my $becomes = sub {
        my ($name, $credits) = @_;
        comes_true(sub { $remaining->($name) eq $credits }, 20);
        return is($remaining->($name), $credits, "$name: $credits are left");
    };

    $centre->sql("select bizrec_credits.grant_credits('acme', 12, 'INV-1')");
    my ($status, $said) = $exchange->('fra1', PGPASSFILE => "$folder/nyc1.pgpass");
    is($status, 1, 'with the password of another edge');
    like($said, qr/fe_sendauth: no password supplied/, '... there is no way in');
    unlike($said, qr/secret-/, '... and no secret is told');
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
    ($status, $said) = $exchange->('sin1');
    is($status, 1, 'sin1 is cut off');
    is($rows->('sin1', 5), 5, '... and delivers of what it knows');
    is($rows->('sin1', 3), 0, '... and no more');
    $written->('sin1', 5);
    $hosts->mend('sin1');
    for (1, 2) { $well->($_) for @names }
    is_deeply(books_of_centre(), ['acme 12000 17000'],
        'all of it is known: five rows beyond the balance, of the seven that an edge could not know of');
    is_deeply(books_of($_), ['acme 12000 17000'], "... on $_") for @names;
    is($rows->($_, 1), 0, "$_ delivers nothing more") for @names;

    for my $name (@names) {
        local $ENV{TEST_NGINX_BINARY} = "$folder/$name-nginx";
        $server{$name}->finish;
        unlink '/dev/shm/bizrec-credits-' . ledger_id($name) =~ s{.*/}{}r;
    }
};

$centre->stop;
done_testing;

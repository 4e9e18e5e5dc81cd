package Bizrec::Edges;

# Three edges of a test and their centre: conf/billing/postgresql.sql in Debian's PostgreSQL, a ledger for each edge, and
# conf/billing/bizrec-meter, which exchanges them, as its unit runs it.
#
#   my $centre = start_centre();       # a Bizrec::Postgres; without the package the test skips itself
#   new_centre(); new_ledgers();       # in each subtest: empty
#   charged('fra1', 'acme', 1000);     # charges on that edge, as by its server, in millicredits
#   meter_well($_) for @names;         # each exchanges with the centre
#   all_agree('first');                # two tests a ledger: it has the sums and the grants of the centre
#
# Environment: BIZREC_SEED (13), for random choices.

use strict;
use warnings;

use Bizrec::Builder qw(binary folder must_run quoted run spew);
use Bizrec::Postgres;
use Bizrec::Server;
use Cwd            qw(abs_path);
use Exporter       qw(import);
use File::Basename qw(basename);
use File::Copy     qw(copy);
use File::Temp     qw(tempdir);
use JSON::PP;
use Test::More;

our @EXPORT_OK = qw(
    @names %ledger all_agree books_of books_of_centre centre_file charged credits dumped import_lines ledger_id lines_of meter
    meter_program meter_well new_centre new_ledgers real_psql refuses settings_of show start_centre
);

our @names = qw(fra1 nyc1 sin1);
our %ledger;    # the path of each edge's ledger

my $json       = JSON::PP->new->canonical->utf8;
my $repository = $Bizrec::Server::repository;
my ($centre, $folder, $meter, $real);

# `address`, `on`: for a separate host, see Bizrec::Postgres.
sub start_centre {
    my (%host) = @_;
    binary();
    if (my $problem = Bizrec::Postgres::problem()) {
        die "edges are tested where tests run in CI as root: $problem\n" if $ENV{CI} && $> == 0;
        plan skip_all => $problem;
    }
    srand($ENV{BIZREC_SEED} || 13);
    delete @ENV{ 'PERL5LIB', grep { /^PG/ } keys %ENV };    # prove's PERL5LIB leads into the checkout
    $folder = folder();
    chmod 0755, $folder;
    $ENV{LMDB_BUILDER} = _open_copy(abs_path(binary()));
    $meter = _open_copy("$repository/conf/billing/bizrec-meter");
    _make_faulty_psql();
    return $centre = Bizrec::Postgres->new(%host);
}

# Another user runs the exchange, who may not enter a closed checkout.
sub _open_copy {
    my ($of) = @_;
    my $copy = "$folder/" . basename($of);
    copy($of, $copy) && chmod 0755, $copy or die "$copy: $!\n";
    return $copy;
}

# psql as bizrec-meter calls it, with a fault for the push (FAULT_PUSH) and one for the pull (FAULT_PULL):
#   lost: nothing arrives; unanswered: everything arrives, but its answer does not; twice; late: kept in a folder below
#   FAULT_LATE
sub _make_faulty_psql {
    mkdir "$folder/programs";
    mkdir "$folder/late";
    $real = qx{sh -c 'command -v psql'};
    chomp $real;
    chmod 0755, spew("$folder/programs/psql", <<"EOP");
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
    return;
}

sub real_psql { return $real }

# ---- the centre

sub centre_file { return "$repository/conf/billing/postgresql.sql" }

# A test: the file makes a centre from an empty database.
sub new_centre {
    local $ENV{PGDATABASE} = 'postgres';
    $centre->sql('drop database if exists billing');
    $centre->sql('create database billing');
    local $ENV{PGDATABASE} = 'billing';
    my ($status, $said) = $centre->ask('postgres', 'psql', '-Xq', '-f', centre_file());
    is("$status$said", '0', 'a centre');
    for my $name (@names) {
        $centre->sql(<<"EOS");
do \$\$
begin
    create role "bizrec_$name" login password 'secret-$name' in role bizrec_edge;
exception when duplicate_object then  -- roles are of all databases
end \$\$
EOS
        $centre->sql("select bizrec_credits.add_edge('$name', 'bizrec_$name')");
    }
    return;
}

sub dumped { my (undef, $text) = $centre->ask('postgres', 'pg_dump'); return $text =~ s/^\\(?:un)?restrict .*\n//mgr }

# Two tests for each sentence that a role may not run.
sub refuses {
    my ($role, @sentences) = @_;
    for my $sentence (@sentences) {
        my ($status, $said) = $centre->try_sql($role, $sentence);
        isnt($status, 0, "$role is refused: $sentence");
        like($said, qr/permission denied/, '... for want of rights');
    }
    return;
}

# ---- ledgers

sub credits { return must_run('credits', @_) }

# Imports these lines into the ledger of an edge.
sub import_lines {
    my ($name, @lines) = @_;
    must_run({ stdin => join '', map { "$_\n" } @lines }, 'credits', 'import', '--quiet', $ledger{$name}, '-');
    return;
}

# Uses memory if there is space: each commit waits for the disk, and this test needs no failing disk.
sub new_ledgers {
    my $place = tempdir("bizrec-edges-$$-XXXXXX", (-w '/dev/shm' ? (DIR => '/dev/shm') : (TMPDIR => 1)), CLEANUP => 1);
    chmod 0755, $place;
    for my $name (@names) {
        credits('create', $ledger{$name} = "$place/${name}'s ledger.mdb", '--edge', $name);
    }
    return;
}

sub show { my ($name) = @_; return $json->decode(credits('show', $ledger{$name}, '--json')) }

# The lines of a type of an edge's export.
sub lines_of {
    my ($name, $type) = @_;
    return grep { $_->{type} eq $type } map { $json->decode($_) } split /\n/, credits('export', $ledger{$name});
}

my %id_of;    # by path
sub ledger_id { my ($name) = @_; return $id_of{ $ledger{$name} } //= (lines_of($name, 'ledger'))[0]{edge} }

# The server's part: the charges on this edge. An import also brings back a ledger's own counter.
sub charged {
    my ($name, $team, $millicredits) = @_;
    return import_lines($name,
        $json->encode({ type => 'counter', edge => ledger_id($name), team => $team, spent_millicredits => $millicredits }));
}

# ---- bizrec-meter

sub meter_program { return $meter }

# The environment of bizrec-meter on an edge. The times are longer than its own defaults, so that a slow machine does not look
# like a dead centre.
sub settings_of {
    my ($name, %more) = @_;
    return (
        PGHOST            => $centre->socket,
        PGDATABASE        => 'billing',
        PGUSER            => "bizrec_$name",
        PGCONNECT_TIMEOUT => 60,
        BIZREC_TIMEOUT    => 300,
        BIZREC_LEDGER     => $ledger{$name},
        FAULT_LATE        => "$folder/late",
        FAULT_PUSH        => '',
        FAULT_PULL        => '',
        PATH              => "$folder/programs:$ENV{PATH}",
        %more
    );
}

# (exit status, output); `on`: a command that runs it on another host, or as another user
sub meter {
    my ($name, %more) = @_;
    my $on       = delete $more{on} || '';
    my %settings = settings_of($name, %more);
    local @ENV{ keys %settings } = values %settings;
    my $said = qx{$on @{[quoted($meter)]} 2>&1 </dev/null};
    return ($? >> 8, $said);
}

# A test: it exchanges, and prints nothing.
sub meter_well {
    my ($name, $what, %more) = @_;
    my ($status, $said) = meter($name, %more);
    return is("$status$said", '0', $what || "$name exchanges");
}

# ---- sums, as "team granted spent" in millicredits

# If a team's only grant was replaced by the grant of another team, the edges that had it keep a line of zeros.
sub _no_zeros {
    return grep { !/ 0 0\z/ } @_;
}

sub books_of {
    my ($name) = @_;
    my $line = sub {
        my ($team) = @_;
        my $spent = $team->{spent_here_millicredits} + $team->{spent_elsewhere_millicredits};
        return "$team->{team} $team->{granted_millicredits} $spent";
    };
    return [_no_zeros(map { $line->($_) } @{ show($name)->{teams} })];
}

sub books_of_centre {
    my $books = $centre->sql(<<'EOS');
select team || ' ' || (granted * 1000)::bigint || ' ' || (spent * 1000)::bigint
from bizrec_credits.teams order by team collate "C"
EOS
    utf8::decode($books);
    return [_no_zeros(split /\n/, $books)];
}

sub _grants_of {
    my ($text) = @_;
    return [sort map { $json->encode($_) } grep { $_->{type} eq 'grant' } map { $json->decode($_) } split /\n/, $text];
}

# Exchanges until every ledger knows everything, and returns the sums.
sub all_agree {
    my ($what) = @_;
    for (1, 2) {    # the first exchange brings everything to the centre, the second fetches it
        meter_well($_) for @names;
    }
    my $wanted = books_of_centre();
    is_deeply(books_of($_), $wanted, "$what: $_ and the centre agree") for @names;
    my $grants = _grants_of($centre->sql("select * from bizrec_credits.last_export('fra1')"));
    is_deeply(_grants_of(credits('export', $ledger{$_})), $grants, "... to each grant") for @names;
    return $wanted;
}

1;

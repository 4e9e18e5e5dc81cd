package Bizrec::Postgres;

# Debian's PostgreSQL in a separate folder, for a test: on a socket in that folder, with no other address unless one is given.
# If root runs the test, the server runs as another user, because initdb refuses root.
#
#   plan skip_all => Bizrec::Postgres::problem() if Bizrec::Postgres::problem();
#   my $centre = Bizrec::Postgres->new(address => '10.89.1.1', on => [qw(ip netns exec centre)]);
#   $centre->sql('select 1');            # standard output; dies if it is refused
#   $centre->try_sql('role', 'select 1');  # (exit status, output), as a role
#   $centre->stop('immediate'); $centre->start;

use strict;
use warnings;

use Bizrec::Builder qw(quoted slurp spew);
use Bizrec::Wait    qw(patience);
use File::Temp      qw(tempdir);

my $user = (grep { getpwnam $_ } qw(postgres nobody))[0];
my @running;

sub _programs {
    my ($newest) = sort { ($b =~ /(\d+)/)[0] <=> ($a =~ /(\d+)/)[0] } grep { -x "$_/initdb" } glob '/usr/lib/postgresql/*/bin';
    return $newest;
}

# The reason why PostgreSQL is not available here; empty if it is.
sub problem {
    return 'no PostgreSQL here: apt-get install postgresql' if !_programs() || system('command -v psql >/dev/null') != 0;
    return 'root, and no user that PostgreSQL could run as' if $> == 0 && (!$user || system('setpriv --version >/dev/null 2>&1') != 0);
    return '';
}

sub new {
    my ($class, %options) = @_;
    # Not below TMPDIR, because the name of a socket has a maximum length.
    my $folder = tempdir("bizrec-pg-$$-XXXXXX", DIR => '/tmp', CLEANUP => 1);
    chmod 0755, $folder;
    my $self = bless { folder => $folder, programs => _programs(), on => $options{on} || [] }, $class;
    if ($> == 0) { chown +(getpwnam $user)[2, 3], $folder or die "chown: $!\n" }
    $self->_command('initdb', '--no-sync', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-D', "$folder/data");
    open my $rules, '>>', "$folder/data/pg_hba.conf" or die;
    print {$rules} "host all all all scram-sha-256\n";
    close $rules or die;
    open my $settings, '>>', "$folder/data/postgresql.conf" or die;
    print {$settings} <<"SETTINGS";
listen_addresses = '@{[$options{address} // '']}'
unix_socket_directories = '$folder'
fsync = off
shared_buffers = 16MB
max_connections = 20
SETTINGS
    close $settings or die;
    return $self->start;
}

sub _command {
    my ($self, $program, @arguments) = @_;
    my @as   = $> == 0 ? ('setpriv', "--reuid=$user", '--regid=' . getgrgid((getpwnam $user)[3]), '--clear-groups') : ();
    my $line = join ' ', map { quoted($_) } @{ $self->{on} }, @as, "$self->{programs}/$program", @arguments;
    system("cd / && $line >>$self->{folder}.log 2>&1 </dev/null") == 0 or die "$line: " . slurp("$self->{folder}.log");
    unlink "$self->{folder}.log";
    return;
}

sub start {
    my ($self) = @_;
    $self->_command('pg_ctl', '-w', '-t', patience(), '-D', "$self->{folder}/data", '-l', "$self->{folder}/data/log", 'start');
    push @running, $self;
    return $self;
}

sub stop {
    my ($self, $mode) = @_;
    $self->_command('pg_ctl', '-w', '-t', patience(), '-D', "$self->{folder}/data", '-m', $mode || 'fast', 'stop');
    @running = grep { $_ != $self } @running;
    return;
}

sub socket { my ($self) = @_; return $self->{folder} }

# Runs a program of PostgreSQL in a database, as a role: (exit status, output).
sub ask {
    my ($self, $role, $program, @arguments) = @_;
    local @ENV{qw(PGHOST PGUSER PGDATABASE PGCLIENTENCODING)} = ($self->{folder}, $role, $ENV{PGDATABASE} || 'billing', 'UTF8');
    my $line = join ' ', map { quoted($_) } "$self->{programs}/$program", @arguments;
    my $said = qx{$line 2>&1 </dev/null};
    return ($? >> 8, $said);
}

sub try_sql {
    my ($self, $role, $sql) = @_;
    return $self->ask($role, 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-c', $sql);
}

sub sql {
    my ($self,   $sql)  = @_;
    my ($status, $said) = $self->try_sql('postgres', $sql);
    die "$sql: $said" if $status != 0;
    chomp $said;
    return $said;
}

my $owner = $$;    # not in a child of a test

END {
    my $status = $?;
    @running = () if $$ != $owner;
    for my $left (@running) {
        eval { $left->stop('immediate') }
    }
    $? = $status;
}

1;

package Bizrec::Slurm;

# A Slurm of one node on the loopback address, from Debian's packages: our own munged, slurmctld and slurmd, with all their
# files in one folder. For root; start() dies with the reason if it cannot run.

use strict;
use warnings;
use Bizrec::Builder qw(spew);
use Bizrec::Server;
use Bizrec::Wait qw(comes_true);
use File::Path   qw(make_path);
use File::Temp   qw(tempdir);
use POSIX        qw(:sys_wait_h);
use Time::HiRes  qw(sleep time);

sub write_file {
    my ($path, $text, $mode) = @_;
    spew($path, $text);
    chmod $mode, $path;
}

sub start {
    my ($class) = @_;
    die "not root\n" if $> != 0;
    my %program;
    for my $name (qw(munged slurmctld slurmd sbatch sinfo)) {
        ($program{$name}) = grep { -x } map { "$_/$name" } qw(/usr/sbin /usr/bin);
        die "no $name: install slurmctld, slurmd, slurm-client and munge\n" unless $program{$name};
    }
    my $folder = tempdir('bizrec-slurm-XXXXXX', TMPDIR => 1, CLEANUP => 1);
    chmod 0755, $folder;
    my $self = bless { folder => $folder, program => \%program, children => [], owner => $$ }, $class;
    $self->configure;
    # In the foreground, so that they are our children and end with us.
    $self->spawn(
        $program{munged}, '--foreground', '--force',
        "--key-file=$folder/munge/key",
        "--socket=$folder/munge.socket",
        "--pid-file=$folder/munge/pid",
        "--seed-file=$folder/munge/seed",
        '--num-threads=1'
    );
    $self->wait_for('munged', sub { -S "$folder/munge.socket" });
    $self->spawn($program{slurmctld}, '-D', '-f', "$folder/slurm.conf");
    $self->spawn($program{slurmd}, '-D', '-f', "$folder/slurm.conf", '-N', $self->{node});
    $self->wait_for('an idle node', sub { `$program{sinfo} -h -o %T 2>/dev/null` =~ /^idle/ });
    return $self;
}

sub configure {
    my ($self) = @_;
    my $folder = $self->{folder};
    make_path("$folder/munge", "$folder/state", "$folder/spool", { mode => 0700 });
    open my $random, '<:raw', '/dev/urandom' or die "/dev/urandom: $!\n";
    read($random, my $key, 1024) == 1024 or die "/dev/urandom: $!\n";
    write_file("$folder/munge/key", $key, 0400);
    ($self->{node}) = `hostname` =~ /^([^.\s]+)/ or die "no host name\n";
    my ($controller, $daemon) = (Bizrec::Server::free_port(), Bizrec::Server::free_port());
    write_file("$folder/slurm.conf", <<"END", 0644);
ClusterName=bizrec
SlurmctldHost=$self->{node}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
SlurmctldPort=$controller
SlurmdPort=$daemon
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
NodeName=$self->{node} NodeAddr=127.0.0.1 CPUs=2 RealMemory=65536 State=UNKNOWN
PartitionName=build Nodes=$self->{node} Default=YES MaxTime=INFINITE State=UP
SlurmdParameters=config_overrides
END
    $ENV{SLURM_CONF} = "$folder/slurm.conf";
}

sub spawn {
    my ($self, @command) = @_;
    my ($name) = $command[0] =~ m{([^/]+)$};
    my $child = fork;
    die "fork: $!\n" unless defined $child;
    if ($child == 0) {
        open STDIN,  '<',  '/dev/null'                 or die;
        open STDOUT, '>>', "$self->{folder}/$name.log" or die;
        open STDERR, '>&', \*STDOUT                    or die;
        exec @command or die;
    }
    unshift @{ $self->{children} }, { pid => $child, name => $name };
}

sub wait_for {
    my ($self, $what, $ready) = @_;
    my $is_ready = comes_true(sub {
        for my $child (@{ $self->{children} }) {
            die "$child->{name} ended: " . $self->last_line($child->{name}) . "\n" if waitpid($child->{pid}, WNOHANG) != 0;
        }
        return $ready->();
    });
    die "waited in vain for $what: " . $self->last_line('slurmd') . "\n" if !$is_ready;
    return;
}

sub last_line {
    my ($self, $name) = @_;
    open my $file, '<', "$self->{folder}/$name.log" or return 'no log';
    my @lines = <$file>;
    chomp(my $line = @lines ? $lines[-1] : 'an empty log');
    return $line;
}

# sbatch with these arguments: its output, which with --parsable is the number of the job.
sub submit {
    my ($self, @arguments) = @_;
    open my $pipe, '-|', $self->{program}{sbatch}, "--chdir=$self->{folder}", "--output=$self->{folder}/job-%A-%a.out", @arguments
        or die "sbatch: $!";
    my $output = join '', <$pipe>;
    close $pipe;
    chomp $output;
    return wantarray ? ($output, $? >> 8) : $output;
}

# The output of the jobs.
sub output {
    my ($self) = @_;
    return join '', map { open my $file, '<', $_ or die; my @lines = <$file>; "$_: @lines" } glob "$self->{folder}/job-*.out";
}

sub DESTROY {
    my ($self) = @_;
    return if $$ != $self->{owner};
    local ($?, $!);
    for my $child (@{ $self->{children} }) {
        kill 'TERM', $child->{pid};
        my $until = time + 10;
        sleep 0.1 while waitpid($child->{pid}, WNOHANG) == 0 && time < $until;
        kill 'KILL', $child->{pid};
    }
}

1;

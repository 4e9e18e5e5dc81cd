package Bizrec::Server;

# One nginx with the module, in a separate folder, on a free port of 127.0.0.1.
#
#   my $server = Bizrec::Server->new(http => 'server { listen %%LISTEN%%; … }', main => 'worker_processes 2;');
#   $server->start;              # or: my ($exit, $text) = $server->check;  (nginx -t)
#   $server->reload; $server->stop;
#
# Environment: TEST_NGINX_BINARY (nginx in PATH), TEST_NGINX_MODULE (build/ngx_bizrec_module.so; `built-in`: that nginx has it linked in),
# TEST_NGINX_KEEP=1 keeps the folder. In configuration text %%LISTEN%% is address:port, %%PREFIX%% the folder.
# The end of the test file reads every error log: an [alert], [crit], [emerg] or a sanitizer's line fails the test.

use strict;
use warnings;

use Bizrec::Answers qw(learn_locations);
use Bizrec::Wait    qw(comes_true);
use Cwd             qw(abs_path);
use File::Basename  qw(dirname);
use File::Copy      qw(copy);
use File::Temp      qw(tempdir);
use IO::Socket::INET;
use Test::More ();

umask 022;    # fixed, because the umask of the shell may differ: if root runs the test, the workers are another user

our $repository = abs_path(dirname(__FILE__) . '/../../..');
my @servers;

sub nginx_binary {
    return $ENV{TEST_NGINX_BINARY} if $ENV{TEST_NGINX_BINARY};
    for my $folder (split(/:/, $ENV{PATH}), '/usr/sbin', '/usr/local/sbin') {
        return "$folder/nginx" if -x "$folder/nginx";
    }
    die "no nginx found: set TEST_NGINX_BINARY\n";
}

# As a version string, to be compared with v1.25 by `ge`.
sub nginx_version {
    my $binary = nginx_binary();
    my ($version) = qx{"$binary" -v 2>&1} =~ m{/(\d+(?:\.\d+)+)} or die "no version of $binary\n";
    return pack 'U*', split /\./, $version;
}

# An nginx that has the module in itself loads none.
sub is_built_in { return ($ENV{TEST_NGINX_MODULE} // '') eq 'built-in' }
sub module_file { return $ENV{TEST_NGINX_MODULE} || "$repository/build/ngx_bizrec_module.so" }

# Below the range from which the kernel takes ports for clients, so no client can take the port before nginx binds it. No other
# test takes it either, even one of another user or process namespace: this test holds the same number as a UDP port, which no
# program under test uses.
my $next_port = 12_000 + ($$ % 1000) * 16;
my @held;

sub free_port {
    for (1 .. 1000) {
        my $port   = $next_port++;
        my $holder = IO::Socket::INET->new(Proto  => 'udp', LocalAddr => '127.0.0.1', LocalPort => $port) or next;
        my $socket = IO::Socket::INET->new(Listen => 1,     LocalAddr => '127.0.0.1', LocalPort => $port) or next;
        push @held, $holder;
        return $port;
    }
    die "no free port: $!\n";
}

sub new {
    my ($class, %options) = @_;
    my $prefix = tempdir("bizrec-$$-XXXXXX", TMPDIR => 1, CLEANUP => !$ENV{TEST_NGINX_KEEP});
    chmod 0755, $prefix;    # as root the workers are another user
    mkdir "$prefix/tmp";
    my $self = bless { prefix => $prefix, port => free_port(), log_checked => 0, allow => qr/(?!)/ }, $class;
    $self->configure(%options);
    push @servers, $self;
    return $self;
}

sub prefix { return $_[0]{prefix} }
sub port   { return $_[0]{port} }

# Lines of the error log that this test provokes: they do not fail it.
sub allow_log { my ($self, $pattern) = @_; $self->{allow} = $pattern; return }

# From the next configure() on the module is a copy in this folder. A test that runs nginx as another user needs that, because
# other users cannot enter a checkout in root's home.
sub keep_module {
    my ($self) = @_;
    $self->{module} = "$self->{prefix}/ngx_bizrec_module.so";
    copy(module_file(), $self->{module}) or die "$self->{module}: $!\n";
    return;
}

# Writes nginx.conf; a running server sees it after reload().
sub configure {
    my ($self, %options) = @_;
    my $temp = join '', map { "    ${_}_temp_path tmp/$_;\n" } qw(client_body proxy fastcgi uwsgi scgi);
    my $http = $options{http} // '';
    my $log  = $http =~ /access_log access/ ? '' : "    access_log off;\n";
    $http = "http {\n$log$temp$http\n}\n" if $http ne '';
    my $level = $options{log_level} || 'notice';
    my $text =
          (is_built_in() ? '' : 'load_module "' . ($self->{module} // module_file()) . "\";\n")
        . "pid nginx.pid;\nerror_log error.log $level;\n"
        . ($options{main} || "worker_processes 1;\n")
        . "\nevents {\n    worker_connections 512;\n}\n$http";
    $text =~ s/%%LISTEN%%/127.0.0.1:$self->{port}/g;
    $text =~ s/%%PREFIX%%/$self->{prefix}/g;
    $self->write('nginx.conf', $text);
    return $self;
}

sub write {
    my ($self, $name, $bytes) = @_;
    learn_locations($bytes) if $name eq 'nginx.conf';
    open my $file, '>:raw', "$self->{prefix}/$name" or die "$name: $!\n";
    print $file $bytes;
    close $file or die "$name: $!\n";
    return "$self->{prefix}/$name";
}

sub read {
    my ($self, $name) = @_;
    open my $file, '<:raw', "$self->{prefix}/$name" or return '';
    local $/ = undef;
    return scalar <$file>;
}

# The lines of a log. A last line without a line end is left out, because nginx is still writing it.
sub lines {
    my ($self, $name) = @_;
    return $self->read($name) =~ /^(.*)\n/mg;
}

# Number of the first line of nginx.conf with this text.
sub line_of {
    my ($self, $text) = @_;
    my $number = 0;
    for (split /^/, $self->read('nginx.conf')) {
        $number++;
        return $number if index($_, $text) >= 0;
    }
    die "nginx.conf has no line with $text\n";
}

sub _command {
    my ($self, @more) = @_;
    return (nginx_binary(), '-p', "$self->{prefix}/", '-c', 'nginx.conf', '-e', 'error.log', @more);
}

# Exit code and all output.
sub _run {
    my ($self, @command) = @_;
    my $pid = open(my $output, '-|');
    die "fork: $!\n" unless defined $pid;
    if (!$pid) {
        open STDERR, '>&', \*STDOUT;
        open STDIN,  '<',  '/dev/null';
        exec @command or exit 127;
    }
    local $/ = undef;
    my $text = <$output>;
    close $output;
    return ($? >> 8, $text // '');
}

# nginx -t. `as` => user: as root, under that user.
sub check {
    my ($self, %options) = @_;
    my @command = $self->_command('-t');
    unshift @command, 'setpriv', "--reuid=$options{as}", '--clear-groups' if $options{as};
    return $self->_run(@command);
}

# Three tests: `nginx -t` refuses a server with these directives in its block, gives the reason and the place, and nothing
# worse.
sub refuses {
    my ($self, $name, $directives, $message) = @_;
    $self->configure(http => "server { listen %%LISTEN%%;\n$directives\n}");
    my ($exit, $text) = $self->check;
    my $place = " in $self->{prefix}/nginx.conf:" . $self->line_of($directives);
    Test::More::is($exit, 1, "$name: refused");
    Test::More::like($text, qr/\[emerg\] .*$message.*\Q$place\E$/m, "$name: the message");
    Test::More::unlike($text, qr/\[alert\]|signal/, "$name: cleanly");
    return;
}

sub start {
    my ($self) = @_;
    my ($exit, $text) = $self->_run($self->_command);
    die "nginx did not start ($exit): $text\n" if $exit != 0;
    $self->wait_until(sub { $self->master }, 'a pid file');
    my ($count) = $self->read('nginx.conf') =~ /^\s*worker_processes\s+(\d+);/m;
    $self->wait_until(sub { $self->workers >= ($count // 1) }, 'the workers');
    return $self;
}

# For `master_process off`: nginx stays in the foreground even with `daemon on`, so it is a child of the test.
sub start_single {
    my ($self) = @_;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDIN,  '<', '/dev/null';
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec $self->_command('-g', 'daemon off;') or exit 127;
    }
    $self->{child} = $pid;
    $self->wait_until(sub { $self->master }, 'a pid file');
    return $self;
}

sub master {
    my ($self) = @_;
    my ($pid)  = $self->read('nginx.pid') =~ /^(\d+)$/m;
    return $pid && kill(0, $pid) ? $pid : 0;
}

# Pids of the processes that the master has started.
sub workers {
    my ($self) = @_;
    my $master = $self->master or return;
    my @pids;
    for my $file (glob "/proc/$master/task/*/children") {
        open my $children, '<', $file or next;
        push @pids, map { split } <$children>;
    }
    return @pids;
}

sub wait_until {
    my ($self, $condition, $what, $seconds) = @_;
    comes_true($condition, $seconds) or die "waited in vain for $what; error log:\n" . $self->read('error.log');
    return 1;
}

# Waits until there are this many workers, and none of the given ones is among them.
sub wait_for_others {
    my ($self, $count, @gone) = @_;
    my %gone     = map { $_ => 1 } @gone;
    my $are_here = sub {
        my @now = $self->workers;
        return @now == $count && !grep { $gone{$_} } @now;
    };
    return $self->wait_until($are_here, 'other workers');
}

# Waits until none of these workers is left.
sub wait_for_end {
    my ($self, @workers) = @_;
    my %old  = map { $_ => 1 } @workers;
    my $left = sub {
        scalar grep { $old{$_} } $self->workers;
    };
    return $self->wait_until(sub { !$left->() }, 'the end of the old workers');
}

# Kills all workers, and waits for the new workers of the master, so that no request meets a dying one.
sub kill_workers {
    my ($self) = @_;
    my @workers = $self->workers;
    kill 'KILL', @workers;
    return $self->wait_for_others(scalar @workers, @workers);
}

# How often a worker has gone to sleep.
sub _sleeps {
    my ($pid) = @_;
    open my $status, '<', "/proc/$pid/status" or return;
    my ($count) = map { /^voluntary_ctxt_switches:\s+(\d+)/ } <$status>;
    return $count;
}

# Waits until each worker, or each of `workers`, has woken `count` times more. Without requests only its timers wake a worker,
# so it has looked at its index that many times. Use this to show that something does not happen meanwhile.
sub wait_for_wakes {
    my ($self, $count, @workers) = @_;
    my %until = map { $_ => (_sleeps($_) // die "no /proc/$_/status here\n") + $count } @workers ? @workers : $self->workers;
    return $self->wait_until(
        sub {
            !grep { (_sleeps($_) // $until{$_}) < $until{$_} } keys %until;
        },
        'workers that wake'
    );
}

# The connections of IPv4 to this port, as {state => number}; `backlog`: those that no worker has accepted.
sub connections {
    my ($self, $port) = @_;
    my $address = sprintf ':%04X', $port // $self->port;
    my %found   = (backlog => 0);
    open my $file, '<', '/proc/net/tcp' or die "/proc/net/tcp: $!\n";
    while (my $line = <$file>) {
        my (undef, $local, undef, $state, $queues) = split ' ', $line;
        next if substr($local // '', -5) ne $address;
        $found{$state}++;
        $found{backlog} += hex((split /:/, $queues)[1]) if $state eq '0A';    # of a listening socket
    }
    return \%found;
}

# Waits until the workers have closed all connections, except the listening ones (0A); the kernel keeps those in TIME_WAIT (06).
sub wait_for_no_clients {
    my ($self, @ports) = @_;
    return $self->wait_until(
        sub {
            !grep { !/^(?:0A|06|backlog)$/ } map { keys %{ $self->connections($_) } } @ports ? @ports : undef;
        },
        'the end of all connections'
    );
}

# Waits until a worker has accepted each connection of a client.
sub wait_for_accept {
    my ($self, $port) = @_;
    return $self->wait_until(sub { $self->connections($port)->{backlog} == 0 }, 'the connections to be accepted');
}

# Sends HUP and waits until the old workers are gone. With a broken configuration they stay: it returns when the log says so.
sub reload {
    my ($self) = @_;
    my %old    = map { $_ => 1 } $self->workers;
    my $seen   = length $self->read('error.log');
    kill 'HUP', $self->master;
    $self->wait_until(
        sub {
            return 1 if substr($self->read('error.log'), $seen) =~ /\[emerg\]/;
            my @now = $self->workers;
            return @now && !grep { $old{$_} } @now;
        },
        'the new workers'
    );
    return $self;
}

# A zombie counts as gone: process 1 may take its time to collect it.
sub _gone {
    my ($pid) = @_;
    open my $file, '<', "/proc/$pid/stat" or return 1;
    my $stat = <$file>;
    return !defined $stat || $stat =~ /\) Z/;
}

sub stop {
    my ($self, $signal) = @_;
    my $master = $self->master or return;
    kill $signal || 'TERM', $master;
    waitpid $self->{child}, 0 if $self->{child};
    $self->wait_until(sub { _gone($master) }, 'the end of nginx');
    return;
}

sub error_log { return $_[0]->read('error.log') }

# If a worker is killed while it holds the lock of a zone, nginx unlocks the zone, and says so in a second line. That line is
# allowed where the kill is.
sub bad_lines {
    my ($self) = @_;
    my $log    = $self->error_log;
    my %killed = map { $_ => 1 } $log =~ / process (\d+) exited on signal 9\b/g;
    return grep {
        my ($holder) = / shared memory zone "[^"]*" was locked by (\d+)/;
        /\[(?:alert|crit|emerg)\]|Sanitizer/ && $_ !~ $self->{allow} && !($holder && $killed{$holder})
    } split /^/, $log;
}

sub finish {
    my ($self) = @_;
    $self->stop if $self->master;
    return      if $self->{log_checked}++;
    Test::More::is(join('', $self->bad_lines), '', 'no alarm in the error log');
    return;
}

# Call it before done_testing().
sub finish_all { $_->finish for @servers; return }

END {
    my $status = $?;    # the status of the test, which the children's must not replace
    for my $server (@servers) {
        my $master = $server->master;
        next unless $master;
        my @workers = $server->workers;
        kill 'KILL', $master, @workers;    # only after a test that died; a master that lives longer starts new workers
    }
    $? = $status;
}

1;

package Bizrec::Hosts;

# Hosts of a test: network namespaces joined by a bridge, so that a test can cut one off. Only root may make them.
#
#   my $hosts = Bizrec::Hosts->new(qw(builder edge1 edge2)) or skip …;
#   $hosts->address('builder');           # 10.89.N.1 …, reached from all of them
#   system $hosts->on('edge1', 'rsync', …);
#   $hosts->cut('edge1'); $hosts->mend('edge1');
# At the end it kills all their processes and removes them.

use strict;
use warnings;

use POSIX ();

my @made;

sub _quiet { return system('sh', '-c', "$_[0] >/dev/null 2>&1") == 0 }

# Undef if namespaces cannot be made here.
sub new {
    my ($class, @names) = @_;
    return if $> != 0;
    my $tag  = sprintf 'bz%x', $$;
    my $self = bless { tag => $tag, names => [], network => '10.89.' . ($$ % 250) }, $class;
    push @made, $self;
    _quiet("ip netns add $tag-net && ip -n $tag-net link add bridge type bridge && ip -n $tag-net link set bridge up") or return;
    for my $name (@names) {
        push @{ $self->{names} }, $name;
        my $number = @{ $self->{names} };
        my $space  = $self->_space($name);
        _quiet(   "ip netns add $space && ip -n $space link set lo up"
                . " && ip -n $space link add eth0 type veth peer name port$number netns $tag-net"
                . " && ip -n $space addr add $self->{network}.$number/24 dev eth0 && ip -n $space link set eth0 up"
                . " && ip -n $tag-net link set port$number master bridge up")
            or return;
    }
    return $self;
}

sub _space { my ($self, $name) = @_; return "$self->{tag}-$name" }

sub _number {
    my ($self, $name) = @_;
    my ($index) = grep { $self->{names}[$_] eq $name } 0 .. $#{ $self->{names} };
    return $index + 1;
}

sub address { my ($self, $name) = @_; return "$self->{network}." . $self->_number($name) }

# The command, wrapped to run on that host.
sub on { my ($self, $name, @command) = @_; return ('ip', 'netns', 'exec', $self->_space($name), @command) }

sub cut { my ($self, $name) = @_; return $self->_link($name, 'down') }
# Clears the ARP entries, so that hosts that did not answer meanwhile are reachable at once.
sub mend {
    my ($self, $name) = @_;
    $self->_link($name, 'up');
    _quiet("ip -n $_ neigh flush all") for map { $self->_space($_) } @{ $self->{names} };
    return;
}

sub _link {
    my ($self, $name, $state) = @_;
    _quiet("ip -n $self->{tag}-net link set port" . $self->_number($name) . " $state") or die "$name cannot be put $state\n";
    return;
}

sub _take_down {
    my ($self) = @_;
    for my $space ("$self->{tag}-net", map { $self->_space($_) } @{ $self->{names} }) {
        kill 'KILL', split ' ', qx{ip netns pids $space 2>/dev/null} || '';
        _quiet("ip netns del $space");
    }
    return;
}

END {
    my $status = $?;
    $_->_take_down for @made;
    $? = $status;
}

1;

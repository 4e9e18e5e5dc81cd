package Bizrec::CountedServer;

# Instructions of a whole request in nginx, from its first byte to the last byte of the answer, counted by Callgrind: nearly the
# same under any load. The count includes the module and the libraries, and not the kernel.
#
#   my $server = Bizrec::CountedServer->new(http => …);                # as Bizrec::Server
#   my $count  = $server->instructions("GET / HTTP/1.1\r\n…", qr/…/);  # of one such request on an open connection

use strict;
use warnings;

use Bizrec::Http qw(connect_to);
use Bizrec::Server;

my ($warm_up, $counted) = (200, 500);

# One process, which Callgrind sees from its start.
sub new {
    my ($class, %options) = @_;
    my $server = Bizrec::Server->new(main => "master_process off;\n", %options);
    my $self   = bless { server => $server, counts => $server->prefix . '/counts', dumps => 0 }, $class;
    my $nginx  = Bizrec::Server::nginx_binary();
    local $ENV{TEST_NGINX_BINARY} = $server->write('nginx.sh', <<"END");
#!/bin/sh
exec valgrind -q --tool=callgrind --instr-atstart=no --callgrind-out-file=$self->{counts} $nginx "\$@"
END
    chmod 0755, $ENV{TEST_NGINX_BINARY};
    $server->start_single;
    return $self;
}

sub _control {
    my ($self, $option) = @_;
    my $said = qx(callgrind_control $option $self->{server}{child} 2>&1);
    die "callgrind_control $option: $said\n" if $? || $said !~ /\bOK\b/;
    return;
}

# Sends the request so often, each time after the answer to the one before. `expected`: pattern of each answer.
sub _ask {
    my ($socket, $request, $expected, $times) = @_;
    for (1 .. $times) {
        (syswrite($socket, $request) // 0) == length $request or die "write: $!\n";
        my $text = '';
        until ($text =~ /\r\n\r\n/g && length($text) - pos($text) >= ($text =~ /^Content-Length: (\d+)/m ? $1 : 0)) {
            sysread $socket, $text, 65536, length $text or die "no answer: $text\n";
        }
        $text =~ $expected or die "unexpected answer: $text\n";
    }
    return;
}

# The sum in the file that the last --dump wrote.
sub _dumped {
    my ($self) = @_;
    my $path = "$self->{counts}." . ++$self->{dumps};
    open my $file, '<', $path or die "$path: $!\n";
    my ($sum) = map { /^(?:totals|summary): (\d+)/ ? $1 : () } <$file>;
    return $sum // die "$path: no sum\n";
}

sub instructions {
    my ($self, $request, $expected) = @_;
    my $socket = connect_to($self->{server});
    _ask($socket, $request, $expected, $warm_up);
    $self->_control($_) for '--instr=on', '--zero';
    _ask($socket, $request, $expected, $counted);
    $self->_control($_) for '--dump', '--instr=off';
    return $self->_dumped / $counted;
}

sub stop { $_[0]{server}->stop; return }

1;

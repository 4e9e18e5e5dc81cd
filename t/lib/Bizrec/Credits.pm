package Bizrec::Credits;

# A ledger for a server of the tests, in a folder of its workers' user: `%%PREFIX%%/credits/ledger.mdb`.
#
#   my $credits = Bizrec::Credits->new($server);
#   $credits->grant('acme', '7.5', 'invoice-1');
#   $credits->show->{teams}[0]{spent_here_millicredits};
#   $credits->run('usage');    # any other subcommand of `lmdb_builder credits`: {code, out, err}
#   figures($reply);           # [status, charged, remaining] of an answer, as its client was told
#
# The last object removes the accounts in shared memory, which outlive a server.

use strict;
use warnings;

use Bizrec::Builder ();
use Exporter 'import';
use JSON::PP;

our @EXPORT_OK = qw(charged_lines figures);

my @made;

sub new {
    my ($class, $server, %options) = @_;
    my $self = bless { folder => $server->prefix . '/' . ($options{folder} || 'credits') }, $class;
    mkdir $self->{folder} or die "$self->{folder}: $!\n";
    if ($> == 0) { chown +(getpwnam 'nobody')[2, 3], $self->{folder} or die "chown: $!\n" }
    Bizrec::Builder::must_run('credits', 'create', $self->path, '--edge', $options{edge} || 'test');
    push @made, $self->show->{edge} =~ s{.*/}{}r;
    return $self;
}

sub path { return "$_[0]{folder}/ledger.mdb" }

sub run {
    my ($self, $command, @arguments) = @_;
    return Bizrec::Builder::run('credits', $command, $self->path, @arguments);
}

sub grant {
    my ($self, $team, $amount, $id) = @_;
    Bizrec::Builder::must_run('credits', 'grant', $self->path, $team, $amount, '--id', $id);
    return $self;
}

sub show { my ($self, @team) = @_; return decode_json($self->run('show', @team, '--json')->{out}) }

# Credits that a team has spent on this edge, according to the ledger.
sub spent { my ($self, $team) = @_; return $self->show($team)->{teams}[0]{spent_here_millicredits} / 1000 }

sub figures { my ($reply) = @_; return [$reply->{status}, @{ $reply->{headers} }{qw(x-credits-charged x-credits-remaining)}] }

# The lines of an access log in JSON, and how many of them have credits without a time or a time without credits.
sub charged_lines {
    my ($log)  = @_;
    my @lines  = map  { decode_json($_) } split /\n/, $log;
    my $untold = grep { ($_->{credits} || 0) > 0 xor $_->{charged_at} =~ /\A\d{10}\.\d{3}\z/ } @lines;
    return ($untold, @lines);
}

my $owner = $$;    # not in a child of a test

END {
    unlink map { "/dev/shm/bizrec-credits-$_" } @made if $$ == $owner;
}

1;

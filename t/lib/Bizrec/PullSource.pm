package Bizrec::PullSource;

# The source of pulls over HTTP, for t/publish/pull-*.t: the publisher's keys, three small indexes and a large one, and a folder with
# one of them on a server that can lie.

use strict;
use warnings;

use Bizrec::Builder qw(folder slurp);
use Bizrec::FaultySource;
use Bizrec::Published qw(key_pair ok_publish sample_index);
use Bizrec::Pulls     qw(large_index);
use Exporter          qw(import);
use JSON::PP;

our @EXPORT_OK = qw($large $private $public $work %trust @small asked current_of from sent start start_large);

our $work = folder();
our ($private, $public) = key_pair("$work/key");
our %trust = (BIZREC_TRUST => $public);
our @small = map { sample_index("$work/$_.mdb", $_) } 0 .. 2;    # their generations
our $large = large_index("$work/large.mdb", 'Large');

my $json = JSON::PP->new;

sub current_of { return $json->decode(slurp("$_[0]/current.json")) }

# A published folder with the first small index, and a server for it that can lie.
sub start {
    my $published = folder();
    ok_publish('a night', '--key', $private, "$work/0.mdb", $published);
    return ($published, Bizrec::FaultySource->new($published));
}

# (published folder, its server, the generation): no edge has the large index yet.
sub start_large {
    my (@options) = @_;
    my $published = folder();
    ok_publish('a large one', '--key', $private, @options, $large, $published);
    return ($published, Bizrec::FaultySource->new($published), readlink("$published/current") =~ s/\.mdb//r);
}

# The environment of an edge that pulls from a source.
sub from { my ($source, %more) = @_; return { %trust, BIZREC_SOURCE => $source->url, %more } }

# The names that edges have asked for since the last call.
sub asked {
    my ($source) = @_;
    return [map { $_->{name} } $source->requests];
}

# name => bytes sent
sub sent {
    my ($source) = @_;
    my %sent;
    $sent{ $_->{name} } += $_->{sent} for $source->requests;
    return \%sent;
}

1;

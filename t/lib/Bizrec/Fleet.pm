package Bizrec::Fleet;

# Servers of one published folder, and the index that each serves: index n answers with the id n.
#
#   make($work, 3);                                      # "$work/3.mdb"
#   my $server = Bizrec::Server->new(http => follower($folder));
#   all_have($server, "$work/3.mdb");                    # true: each worker has switched to it
#   serves($server, 3, 'the third');                     # a test

use strict;
use warnings;

use Bizrec::Builder   qw(slurp);
use Bizrec::Http      qw(post);
use Bizrec::Index     qw(build_index uuid);
use Bizrec::Published qw(generation_of);
use Exporter          qw(import);
use Test::More;

our @EXPORT_OK = qw(all_have follower make serves);

sub make {
    my ($work, $n) = @_;
    return build_index("$work/$n.mdb", { store_id => uuid($n), business_name => "Shop $n", website_url => 'https://example.com' });
}

# The http block of a server that follows a folder. `trust`: the public key that it trusts.
sub follower {
    my ($folder, $trust) = @_;
    return
          "bizrec_index $folder/current; bizrec_index_interval 50ms; bizrec_access off;"
        . ($trust ? " bizrec_index_trust $trust;" : '')
        . ' server { listen %%LISTEN%%; location = /e { bizrec_enrich_company; } }';
}

sub _served {
    my ($server) = @_;
    my $answer = post($server, '/e', '{"website":"example.com"}');
    return $answer->{status} == 200 ? hex(substr $answer->{json}[0]{id}, 24) : "status $answer->{status}";
}

sub serves {
    my ($server, $n, $what) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my %seen = map { _served($server) => 1 } 1 .. 8;
    return is(join(' ', sort keys %seen), $n, $what);
}

# Whether every worker has mapped only this index. Then all workers have switched to it, and any of them may take the next
# request.
sub all_have {
    my ($server, $index) = @_;
    my $generation = generation_of($index);
    for my $worker ($server->workers) {
        my %mapped = map { $_ => 1 } map { m{/([^/ ]+)\.mdb} ? $1 : () } split /^/, eval { slurp("/proc/$worker/maps") } // '';
        return 0 if join(' ', keys %mapped) ne $generation;
    }
    return 1;
}

1;

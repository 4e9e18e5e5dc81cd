package Bizrec::Pulls;

# Edges that pull over HTTP from a signed folder, for t/publish/pull-*.t: pulls, and the expected state of an edge after each.

use strict;
use warnings;

use Bizrec::Builder   qw(binary entries folder run spew uuid);
use Bizrec::Index     qw(build_index);
use Bizrec::Published qw(problem_of);
use Exporter          qw(import);
use Test::More;

our @EXPORT_OK = qw(edge large_index leftovers pull pulled refused_pull);

# An edge without an index: its root.
sub edge { return folder() . '/edge' }

# pull($root, { environment }, arguments...): (exit, output)
sub pull {
    my ($root, $environment, @arguments) = @_;
    local @ENV{ keys %$environment } = values %$environment;
    my $result = run('pull', '--root', $root, @arguments);
    return ($result->{code}, $result->{out} . $result->{err}, $result->{signal});
}

# Files in incoming/ that belong to a generation.
sub leftovers {
    my ($root) = @_;
    return [grep { !/\A\.(?:lock|sequence|said|purged)\z/ } @{ entries("$root/incoming") }];
}

# The pull publishes this generation, and leaves no files. Returns its output.
sub pulled {
    my ($what, $root, $generation, $environment, @arguments) = @_;
    my ($exit, $said) = pull($root, $environment, @arguments);
    is $exit,                                        0,  "$what: pulled" or diag $said;
    is problem_of("$root/published", [$generation]), '', "$what: it is current, and whole";
    is_deeply leftovers($root), [], "$what: nothing is left";
    return $said;
}

# The pull fails with these words, and the edge still has this generation; undef: none.
sub refused_pull {
    my ($what, $root, $generation, $words, $environment, @arguments) = @_;
    my ($exit, $said) = pull($root, $environment, @arguments);
    is $exit, 1, "$what: exit status 1" or diag $said;
    like $said, qr/\Almdb_builder: (?:.*\n)*?.*$words/, "$what: the message says why";
    is problem_of("$root/published", $generation ? [$generation] : [], none => !$generation), '', "$what: serves what it had";
    return $said;
}

# An index whose packed file has several frames: about 12 MB, of which zstd saves half.
sub large_index {
    my ($path, $name) = @_;
    open my $random, '<:raw', '/dev/urandom' or die "/dev/urandom: $!\n";
    build_index(
        $path,
        map {
            read $random, my $story, 6000;
            {
                store_id      => uuid($_),
                business_name => "$name $_",
                website_url   => "https://shop$_.example/",
                story         => unpack 'H*',
                $story
            }
        } 1 .. 1000
    );
    return $path;
}

1;

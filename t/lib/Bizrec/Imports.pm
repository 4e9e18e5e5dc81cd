package Bizrec::Imports;

# Runs `lmdb_builder import` for a test, and computes the ids that it derives.

use strict;
use warnings;
use Digest::SHA qw(sha1);
use Exporter    qw(import);
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(run);

our @EXPORT_OK = qw(derived import_ok);

my $json = JSON::PP->new->utf8->canonical->allow_bignum;

# RFC 9562 section 5.5, independently of the program.
sub _uuid5 {
    my ($namespace, $name) = @_;
    my $bytes = substr sha1(pack('H*', $namespace =~ s/-//gr) . $name), 0, 16;
    vec($bytes, 6, 8) = vec($bytes, 6, 8) & 0x0f | 0x50;
    vec($bytes, 8, 8) = vec($bytes, 8, 8) & 0x3f | 0x80;
    return join '-', unpack('H8 H4 H4 H4 H12', $bytes);
}

# The id that import gives to a record without a UUID.
sub derived { my ($domain, $name) = @_; return _uuid5(_uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', $domain), $name) }

# import(format, arguments...) -> {code, err, records, summary}
sub import_ok {
    my $result = run('import', @_, '--json');
    is $result->{code}, 0, "import @_" or diag $result->{err};
    $result->{records} = [map { $json->decode($_) } split /\n/, $result->{out}];
    $result->{summary} = $json->decode($result->{err});
    return $result;
}

1;

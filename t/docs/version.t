#!/usr/bin/perl
# One version number for everything that is released together: it is in bizrec/base/version.hpp, programs read it from there,
# and the files that cannot read it have the same number. docs/releases.md.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(binary program_version slurp);
use JSON::PP;
use Test::More;

my $version = program_version();
like($version, qr/\A\d+\.\d+\.\d+\z/, "the version, $version");

like(scalar qx{@{[Bizrec::Builder::quoted(binary())]} --version}, qr/\Almdb_builder \Q$version\E, /, 'lmdb_builder --version');

my %has = (
    'debian/changelog'              => qr/\Abizrec \((\d+\.\d+\.\d+)-\d+\) /,
    'CHANGELOG.md'                  => qr/^## (.*)$/m,
    'docs/openapi.yaml'             => qr/^info:\n(?:  .*\n)*?  version: "(.*)"$/m,
    'clients/python/pyproject.toml' => qr/^version = "(.*)"$/m,
    'conf/batch/kubernetes.yaml'    => qr/lmdb-builder:(\S+)/,
    'docs/install.md'               => qr/^    ngx_bizrec_module ([\d.]+), index format/m,
    'docs/packages.md'              => qr/ngx_bizrec_module-([\d.]+)$/m,
);

for my $file (sort keys %has) {
    my ($found) = slurp($file) =~ $has{$file};
    is($found, $version, $file);
}
is(decode_json(slurp('conf/www/openapi.json'))->{info}{version},     $version, 'conf/www/openapi.json: make openapi-json');
is(decode_json(slurp('clients/typescript/package.json'))->{version}, $version, 'clients/typescript/package.json');

# .ci/earlier-release names the last release, because it builds that release for the tests of fleets.
like(slurp('CHANGELOG.md'), qr/^## 0\.1\.0$/m, 'the changes begin with the first release');
my @sections = slurp('CHANGELOG.md') =~ /^## (?!0\.1\.0)(.*?)(?=^## |\z)/msg;
for my $section (@sections) {
    my ($name) = $section =~ /\A(.*)/;
    is_deeply([$section =~ /^### (.*)$/mg], [qw(Changes Features Bugfixes)], "$name: changes, features, bugfixes");
}

done_testing();

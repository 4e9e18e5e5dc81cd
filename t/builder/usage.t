# Help, version, and exit status 2 for wrong usage; only results on standard output.
#
# lane: gate debian13
use strict;
use warnings;
use lib 't/lib';
use Test::More;
use Bizrec::Builder qw(binary run);

binary();

my $version = run('--version');
is $version->{code}, 0, '--version';
like $version->{out}, qr/^lmdb_builder \d+\.\d+\.\d+, index format \d+\n\z/, 'names program and format';
is $version->{err}, '', 'standard error is empty';

for my $command ('', qw(build merge verify inspect query search explain dump diff publish rollback published status)) {
    my $help = run(length $command ? $command : (), '--help');
    is $help->{code}, 0, "$command --help";
    like $help->{out}, qr/Exit status:/,         "$command --help lists the exit codes";
    like $help->{out}, qr/lmdb_builder [a-z]+ /, "$command --help has an example";
    is $help->{err}, '', "$command --help leaves standard error empty";
}

my @wrong = (
    ['no command'           => [],                                     qr/a command is required, one of build, import/],
    ['unknown command'      => ['frobnicate'],                         qr/frobnicate: no such command \(/],
    ['build without output' => ['build', 'in.jsonl'],                  qr/--output is required/],
    ['build without input'  => ['build', '-o', 'out'],                 qr/inputs is required/],
    ['unknown option'       => ['build', '-o', 'out', '--frob', 'in'], qr/frob/],
    ['memory is no size'    => ['build', '-o', 'out', '--memory', 'much',    'in.jsonl'], qr/memory/],
    ['too little memory'    => ['build', '-o', 'out', '--memory', '1k',      'in.jsonl'], qr/64k/],
    ['shard is no fraction' => ['build', '-o', 'out', '--shard',  '2',       'in.jsonl'], qr/expected i\/n/],
    ['shard above n'        => ['build', '-o', 'out', '--shard',  '5/4',     'in.jsonl'], qr/expected i\/n/],
    ['shard 0'              => ['build', '-o', 'out', '--shard',  '0/4',     'in.jsonl'], qr/expected i\/n/],
    ['part is no fraction'  => ['build', '-o', 'out', '--part',   '1/x',     'in.jsonl'], qr/expected i\/n/],
    ['too many shards'      => ['build', '-o', 'out', '--shard',  '1/65536', 'in'],       qr/65535/],
    ['domains of a shard'   => ['build', '-o', 'out', '--shard', '1/2', '--domains', 'd', 'in'],        qr/--domains/],
    ['day of a shard'       => ['build', '-o', 'out', '--shard', '1/2', '--as-of', '2026-11-22', 'in'], qr/--as-of/],
    ['inference of a part'  => ['build', '-o', 'out', '--part', '1/2', '--no-infer-places', 'in'],      qr/--no-infer-places/],
    [
        'inference of a shard' => ['build', '-o', 'out', '--shard', '1/2', '--no-infer-places', 'in'],
        qr/--no-infer-places: has no effect on a run .* give it to lmdb_builder merge/
    ],
    ['domains of a part'    => ['build', '-o', 'out', '--part', '1/2', '--domains', 'd', 'in'], qr/--domains/],
    ['merge without output' => ['merge', '1.run'],                                              qr/--output is required/],
    ['merge without runs'   => ['merge', '-o', 'out'],                                          qr/runs is required/],
    ['verify nothing'       => ['verify'],                                                      qr/index is required/],
    ['inspect nothing'      => ['inspect'],                                                     qr/index is required/],
    ['query without body'   => ['query', 'index'],                                              qr/body is required/],
    ['search without body'  => ['search', 'index'],                                             qr/body is required/],
    ['greatest limit is 0'  => ['search', 'index', '{}', '--max-limit', '0'],                   qr/max-limit/],
    ['force and a limit'    => ['publish', 'i', 'd', '--force', '--max-shrink', '5%'],          qr/--max-shrink/],
    ['explain without body' => ['explain', 'index'],                                            qr/--body is required/],
);
for my $case (@wrong) {
    my ($what, $arguments, $message) = @$case;
    my $result = run(@$arguments);
    is $result->{code}, 2, "$what: exit status 2";
    like $result->{err}, $message, "$what: the message says why";
    is $result->{out}, '', "$what: standard output is empty";
}

done_testing;

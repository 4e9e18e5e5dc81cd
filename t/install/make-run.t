# `make run` as a newcomer types it: a wrong PORT fails at once, its output can be pasted, and two runs in one checkout do not
# disturb each other.
#
# needs: curl
# lane: gate user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(folder slurp spew);
use Bizrec::Server;
use Bizrec::Wait qw(comes_true);
use File::Find   qw(find);
use JSON::PP;
use Test::More;
use Time::HiRes ();

my $repository = $Bizrec::Server::repository;
plan skip_all => 'make run is tried with the plain build alone' if $ENV{BIZREC_INSTRUMENTED} || $ENV{TEST_NGINX_BINARY};
plan skip_all => 'nothing is built here: make build' unless -x "$repository/build/lmdb_builder";
plan skip_all => 'what is built here was built in another folder'
    unless slurp("$repository/build/cmake/CMakeCache.txt") =~ /^CMAKE_HOME_DIRECTORY:INTERNAL=\Q$repository\E$/m;

# The make that runs this test must not pass its job slots and variables on to the ones here.
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL PORT)};
my $folder = folder();
my @running;

# Begins `make run`: {pid, file}
sub begin {
    my (@arguments) = @_;
    my %run = (file => spew("$folder/" . @running . '.out', ''));
    $run{pid} = fork // die "fork: $!\n";
    if (!$run{pid}) {
        setpgrp;
        open STDOUT, '>',  $run{file}  or die;
        open STDERR, '>&', \*STDOUT    or die;
        open STDIN,  '<',  '/dev/null' or die;
        chdir $repository or die;
        exec 'make', 'run', @arguments or exit 127;
    }
    push @running, \%run;
    return \%run;
}

sub ended { my ($run) = @_; waitpid $run->{pid}, 0; $run->{pid} = 0; return ($? >> 8, slurp($run->{file})) }

sub serving {
    my ($run) = @_;
    comes_true(sub { slurp($run->{file}) =~ /Ctrl-C stops it\..*\n\n\z/s || waitpid $run->{pid}, 1 }, 1800);   # it indexes the sample first
    return slurp($run->{file});
}

# The files that a compiler or a linker has written, with their times.
sub compiled {
    my %time;
    find(
        {
            no_chdir => 1,
            wanted   => sub { $time{$_} = (Time::HiRes::stat $_)[9] if /\.(?:o|a|so)\z/ }
        },
        map { "$repository/build/$_" } qw(cmake nginx)
    );
    return \%time;
}

END {
    my $status = $?;
    kill 'TERM', -$_->{pid} for grep { $_->{pid} } @running;
    $? = $status;
}

for my $port ('', ' ', '0', '080', '65536', '99999999999999999999', '80 80', '80;id', "8080'", '"', '`id`', '-1', '8080x', '*') {
    my ($exit, $text) = ended(begin("PORT=$port"));
    is($exit, 2, "PORT=$port is refused");
    like(
        $text,
        qr/\APORT=.*: a number from 1 to 65535 was expected, as in: make run PORT=9000\n/,
        '... in plain words, before anything else'
    );
}

my $built = compiled();
my ($one, $two) = map { Bizrec::Server::free_port() } 1, 2;
my $first = begin("PORT=$one");
my $text  = serving($first);
like($text, qr/^nginx serves the sample on 127\.0\.0\.1:\Q$one\E;/m, 'it serves') or BAIL_OUT($text);
cmp_ok(($text =~ tr/\n//), '<=', 40, 'the output has at most forty lines');
is_deeply(compiled(), $built, 'it compiles nothing, because everything is built')
    or diag('if the sources are newer than the build: make build');

for my $what (qw(configuration keys)) {
    my ($file) = $text =~ /^  \Q$what\E +(\S.*?)(?:  .*)?$/m;
    ok($file && -f $file, "the file of $what is named");
}

my @commands = $text =~ /^(curl .*)$/mg;
is(scalar @commands, 3, 'three lines to try');
my @answers = map { scalar qx{$_} } @commands;
like($_, qr/[]}]\n\z/, 'an answer ends with a line end') for @answers;
my ($rows, $ids, $records) = map { decode_json($_) } @answers;
is("$rows->[0]{content}{business_name}, $rows->[0]{content}{city}", 'Starbucks, Los Angeles', 'a chain: the branch of the place');
cmp_ok($rows->[0]{content}{num_stores}, '>', 100, '... one of many');
is(scalar @$ids, 1, 'a search: one id');
is_deeply([map { $_->{store_id} } values %$records], [$ids->[0]{id}], 'its record');

my ($console) = $text =~ m{^  console +(http://127\.0\.0\.1:\Q$one\E/console/)  }m;
like(scalar qx{curl -s '$console'},                           qr/<title>Business records: console/, 'the console is where it says');
like(scalar qx{curl -s 'http://127.0.0.1:$one/openapi.json'}, qr/\A\{\n "openapi": "3\.1/, '... beside the description of the API');

my ($log) = $text =~ /^  access log +(.*)$/m;
ok(-s $log, 'the log is where it says');

my ($exit, $taken) = ended(begin("PORT=$one"));
is($exit, 2, 'its port is taken') or diag $taken;
like($taken, qr/\APort \Q$one\E of 127\.0\.0\.1 is taken\..*make run PORT=\d+\n/, '... and the run says so at once');

my $second = begin("PORT=$two");
like(serving($second),        qr/^nginx serves the sample on 127\.0\.0\.1:\Q$two\E;/m, 'a second one serves beside it');
like(scalar qx{$commands[0]}, qr/Starbucks/,                                           '... and the first one goes on');
kill 'TERM', -$second->{pid};
ended($second);
like(scalar qx{$commands[0]}, qr/Starbucks/, '... also when the second one has ended');

my $readme = slurp("$repository/README.md");
for my $command (@commands) {
    my $written = $command =~ s/:\Q$one\E/:8080/r;
    my ($until_limit) = $written =~ /\A(.*"limit":|.*\?id=)/;
    ok(index($readme, $until_limit) >= 0, 'README shows the same line');
}

done_testing();

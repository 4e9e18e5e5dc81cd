# forget and publish --purge, killed at system calls that change files, and with each of them failing: the files that the
# link and current.json name exist, whole, and the next run completes the work.
#
# needs: compiler openssl
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder     qw(binary folder must_run record run slurp spew);
use Bizrec::Published   qw(key_pair problem_of published_files sample_index);
use Bizrec::SpoiltCalls qw(spoilt_calls spoilt_everywhere);
use File::Copy          qw(copy);
use JSON::PP;
use Test::More;

# The folder is in memory if the system allows it, because these runs sync thousands of times.
$ENV{TMPDIR} = '/dev/shm' if -d '/dev/shm' && -w '/dev/shm';

my $work   = folder();
my $faults = spoilt_calls($work, binary());
plan skip_all => 'no compiler, or a sanitized builder' if !$faults;
my $json       = JSON::PP->new;
my $private    = (key_pair("$work/key"))[0];
my @generation = map { sample_index("$work/$_.mdb", $_) } 0 .. 3;

# The first two generations have listed data; the third serves and has none; the fourth is another one without listed data.
my $base = "$work/base";
must_run('publish',  '--quiet', '--deltas', '--key', $private, "$work/$_.mdb", "$base") for 0 .. 2;
must_run('suppress', '--quiet', $base,      '--key', $private, map { ('--id', $json->decode(record($_))->{store_id}) } 0, 1);
my @cases = (
    { what => 'forget', command => ['forget', '--key', $private], to => 2 },
    { what => 'publish --purge', command => ['publish', '--quiet', '--purge', '--key', $private, "$work/3.mdb"], to => 3 },
);

# A copy of the base, with leftovers of a killed run and a pull.
sub fresh {
    my $place  = folder();
    my $folder = "$place/published";
    mkdir $folder           or die;
    mkdir "$place/incoming" or die;
    for my $name (@{ published_files($base) }) {
        my $from = "$base/$name";
        if    (-l $from)                    { symlink readlink $from, "$folder/$name" or die $! }
        elsif ($name =~ /suppressions.log/) { copy($from, "$folder/$name")            or die $! }
        else                                { link $from, "$folder/$name"             or die $! }
    }
    spew("$folder/aaaaaaaaaaaaaaaa.mdb.zst",           'left');
    spew("$folder/.delta",                             'left');
    spew("$place/incoming/$generation[1].packed.part", 'left');
    return $place;
}

sub command_of {
    my ($case, $place) = @_;
    return (@{ $case->{command} }, "$place/published");
}

# Leaves out the log, because each run appends a line to it.
sub names {
    my ($place) = @_;
    return join ' ', @{ published_files("$place/published") }, map { s{.*/}{}r } glob "$place/incoming/*";
}

# The faults of a serving folder; empty: none.
sub problem_now {
    my ($case, $place) = @_;
    my $folder  = "$place/published";
    my $problem = problem_of($folder, [map { $generation[$_] } 2, $case->{to}], verify => 1);
    return $problem if $problem ne '';
    my $told = $json->decode(slurp("$folder/current.json"));
    return "current.json names $told->{generation}, which is not there" if !-f "$folder/$told->{generation}.mdb";
    return 'current.json names a packed file that is not there'         if !-f "$folder/$told->{generation}.mdb.zst";
    return 'the list is gone'                                           if !-f "$folder/suppressed";
    my @gone = grep { !-f "$folder/$_->{file}" } @{ $told->{deltas} };
    return $case->{what} eq 'forget' && @gone ? "current.json names $gone[0]{file}, which is not there" : '';
}

# The same, and the faults after the next run.
sub problem_of_case {
    my ($case, $place, $expected) = @_;
    my $problem = problem_now($case, $place);
    return $problem if $problem ne '';
    my $next = run(command_of($case, $place));
    return "the next run: $next->{err}"                                        if $next->{code} != 0;
    return 'after the next run there are ' . names($place) . ", not $expected" if names($place) ne $expected;
    my $line = (split /\n/, slurp("$place/published/suppressions.log"))[-1];
    return "the log has $line" if $line !~ /"finds_nothing":true/;
    return problem_of("$place/published", [$generation[$case->{to}]]);
}

# True if a generation stays, or if the log records its removal, or if the log could not be written.
sub is_told {
    my ($place, $generation, $err) = @_;
    my $folder = "$place/published";
    return
           -e "$folder/$generation.mdb"
        || $err =~ /suppressions\.log/
        || slurp("$folder/suppressions.log") =~ /"generations_removed":\[[^\]]*"$generation"/;
}

for my $case (@cases) {
    subtest $case->{what} => sub {
        my $place = fresh();
        my $whole = run(command_of($case, $place));
        is $whole->{code}, 0, 'undisturbed' or diag $whole->{err};
        my $expected = names($place);
        unlike $expected, qr/$generation[0]|$generation[1]|aaaa|\.delta |part/, 'nothing is left';
        my $begin = sub { my $to = fresh(); return ($to, command_of($case, $to)) };
        spoilt_everywhere(
            $faults,
            begin     => $begin,
            problem   => sub { my ($at) = @_; return problem_of_case($case, $at, $expected) },
            min_calls => 15,
            says      => qr/Input\/output error/,
            untold    => sub {
                my ($at, $result) = @_;
                my @untold = $case->{what} eq 'forget' ? grep { !is_told($at, $_, $result->{err}) } @generation[0, 1] : ();
                return @untold ? "the log does not name @untold" : '';
            }
        );
    };
}

done_testing;

# suppress, take, import-drop, match and report, killed at system calls that change files, and with each of them failing:
# afterwards the old list or store is in force or the new one, whole; the next run ends in the same state as an undisturbed one; and
# the log tells of every list and import.
#
# needs: compiler openssl
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder     qw(binary digest folder must_run run slurp spew uuid);
use Bizrec::Index       qw(build_index);
use Bizrec::Published   qw(key_pair published_files);
use Bizrec::SpoiltCalls qw(spoilt_calls spoilt_everywhere);
use Digest::SHA         qw(sha256_base64);
use File::Copy          qw(copy);
use JSON::PP;
use Test::More;

# The folder is in memory if the system allows it, because these runs sync thousands of times.
$ENV{TMPDIR} = '/dev/shm' if -d '/dev/shm' && -w '/dev/shm';

my $work   = folder();
my $faults = spoilt_calls($work, binary());
plan skip_all => 'no compiler, or a sanitized builder' if !$faults;
my $json = JSON::PP->new->canonical->utf8;
my ($private, $public) = key_pair("$work/key");

sub drop_file {
    my ($day, %rows) = @_;
    return spew("$work/${day}_1_Email.csv", join '', "ID,Hash\r\n", map { "$_," . sha256_base64($rows{$_}) . "=\r\n" } sort keys %rows);
}
my @drops = (drop_file('20260801', one => 'a@shop.example'), drop_file('20260901', two => 'b@shop.example', three => 'none@shop.example'));

# The folders before: published without a list; with two lists; an edge with a list; stores.
build_index("$work/index.mdb",
    map { { store_id => uuid($_), business_name => "Shop $_", store_emails => [('', 'a', 'b')[$_] . '@shop.example'] } } 1, 2);
my %base = map { $_ => "$work/base-$_" } qw(plain listed edge store matched);
must_run('publish', '--quiet', '--key', $private, "$work/index.mdb", $base{$_}) for qw(plain listed);
must_run('suppress', '--quiet', $base{listed}, '--key', $private, '--id', uuid($_)) for 11, 12;
mkdir $base{edge} or die;
must_run('suppress', 'take',        '--quiet', (glob "$base{listed}/*.suppressed")[0], $base{edge});
must_run('suppress', 'import-drop', '--quiet', $base{$_},      $drops[0]) for qw(store matched);
must_run('suppress', 'import-drop', '--quiet', $base{matched}, $drops[1]);

# {…} is replaced by a copy of the folder of this name.
my @key   = ('--key', $private);
my @cases = (
    { what => 'the first list',    folder => 'plain',  command => ['suppress', '{plain}',  @key, '--id',     uuid(1)] },
    { what => 'another list',      folder => 'listed', command => ['suppress', '{listed}', @key, '--id',     uuid(1)] },
    { what => 'suppress --remove', folder => 'listed', command => ['suppress', '{listed}', @key, '--remove', '--id', uuid(11)] },
    {
        what    => 'the first take',
        folder  => 'empty',
        command => ['suppress', 'take', '--trust', $public, "$base{listed}/2.suppressed", '{empty}']
    },
    { what => 'take', folder => 'edge', command => ['suppress', 'take', '--trust', $public, "$base{listed}/2.suppressed", '{edge}'] },
    { what => 'the first import', folder => 'none',   command => ['suppress', 'import-drop', '{none}', $drops[0]],     store => 'none' },
    { what => 'import-drop',      folder => 'store',  command => ['suppress', 'import-drop', '{store}', $drops[1]],    store => 'store' },
    { what => 'match',            folder => 'listed', command => ['suppress', 'match', '{matched}', '{listed}', @key], store => 'matched' },
    { what => 'report',           folder => 'matched', command => ['suppress', 'report', '{matched}', '-o', '{out}'],  store => 'matched' },
);

sub fresh {
    my $place = folder();
    for my $base (keys %base) {
        mkdir "$place/$base", (stat $base{$base})[2] & 07777 or die $!;
        for my $name (@{ published_files($base{$base}) }) {
            my $from = "$base{$base}/$name";
            (-l $from ? symlink readlink $from, "$place/$base/$name" : copy($from, "$place/$base/$name")) or die $!;
        }
        chmod 0600, "$place/$base/hashes" if -e "$place/$base/hashes";
    }
    mkdir "$place/empty" or die $!;
    return $place;
}

sub command_of {
    my ($case, $place) = @_;
    return map { s/\{(\w+)\}/$place\/$1/gr } @{ $case->{command} };
}

# The entries that a folder's list has, for a reader with the public key; undef: it cannot be read.
sub entries_of {
    my ($folder) = @_;
    my $listed = run('suppress', 'list', '--trust', $public, $folder);
    return $listed->{code} == 0 ? $listed->{out} =~ s/"list":\d+,//gr : undef;
}

# The parts of a place that must be old or new: entries of the list, digest of the store, the report.
sub state_of {
    my ($case, $place) = @_;
    my $folder = "$place/$case->{folder}";
    my $store  = $case->{store} ? "$place/$case->{store}/hashes" : '';
    return {
        $case->{folder} =~ /plain|listed|empty|edge/ ? (entries => entries_of($folder))                            : (),
        $store                                       ? (store   => -e $store ? digest($store) : 'none')            : (),
        $case->{what} eq 'report'                    ? (report  => -e "$place/out" ? slurp("$place/out") : 'none') : ()
    };
}

sub same { return $json->encode($_[0]) eq $json->encode($_[1]) }

# Each part of the state is the old one or the new one. The first list may be there without its link, and then servers that begin
# use it.
sub is_half {
    my ($state, $before, $after, $place, $case) = @_;
    for my $part (keys %$after) {
        my $is = $state->{$part};
        next if defined $is && ($is eq ($before->{$part} // '') || $is eq $after->{$part});
        next if $part eq 'entries' && !defined $is && $before->{entries} eq '' && !-l "$place/$case->{folder}/suppressed";
        return "$part is " . ($is // 'unreadable');
    }
    return '';
}

# The faults after the next run.
sub problem_of_next {
    my ($case, $place, $after) = @_;
    my $next = run(command_of($case, $place));
    return "the next run: $next->{err}" if $next->{code} != 0;
    my $state = state_of($case, $place);
    return 'after the next run: ' . $json->encode($state) if !same($state, $after);
    my $folder = "$place/$case->{folder}";
    my $left   = join ' ', grep { /new|publishing|tmp/ } @{ published_files($folder) };
    return "after the next run there are $left" if $left ne '';
    return problem_of_log($folder, $case);
}

# Every line is whole, and a line names the list in force, or the number of imported files. current.json names the list, too.
sub problem_of_log {
    my ($folder, $case) = @_;
    my $log   = slurp("$folder/suppressions.log");
    my @lines = map {
        eval { $json->decode($_) }
            // return "the log has $_"
    } grep { $_ ne '' } split /\n/, $log;
    my ($field)  = $case->{store} && $case->{what} ne 'match' ? 'imported'      : 'list';
    my ($number) = $field eq 'list' ? readlink("$folder/suppressed") =~ /(\d+)/ : scalar(() = slurp("$folder/hashes") =~ /_Email\.csv/g);
    return "no line of $field $number" if !grep { ($_->{$field} // -1) == $number } @lines;
    return ''                          if !-e "$folder/current.json";
    my $told = $json->decode(slurp("$folder/current.json"))->{suppression}{number} // 'none';
    return $told == $number ? '' : "current.json names list $told, not $number";
}

for my $case (@cases) {
    subtest $case->{what} => sub {
        my $place  = fresh();
        my $before = state_of($case, $place);
        my $whole  = run(command_of($case, $place));
        is $whole->{code}, 0, 'undisturbed' or diag $whole->{err};
        my $after = state_of($case, $place);
        ok !same($before, $after), 'it changes something';
        is problem_of_log("$place/$case->{folder}", $case), '', 'and leaves a line';
        my $begin   = sub { my $to = fresh(); return ($to, command_of($case, $to)) };
        my $problem = sub {
            my ($at) = @_;
            return is_half(state_of($case, $at), $before, $after, $at, $case) || problem_of_next($case, $at, $after);
        };
        spoilt_everywhere(
            $faults,
            begin       => $begin,
            problem     => $problem,
            min_calls   => 4,
            min_refused => 4,
            says        => qr/Input\/output error|cannot open/
        );
    };
}

done_testing;

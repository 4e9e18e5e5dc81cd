# --rules: a link pattern, a mail provider, a stop word and a word form are part of the index, and an unchanged module answers
# by them. Wrong rule files are refused, with file and line.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary build_ok entries folder run slurp spew uuid);
use Bizrec::Http    qw(post);
use Bizrec::Server;

binary();

my $folder  = folder();
my $json    = JSON::PP->new->canonical->utf8;
my $shipped = "$Bizrec::Server::repository/lmdb_builder/rules";
my $records = spew(
    "$folder/in.jsonl",
    join '',
    map { $json->encode($_) . "\n" } (
        { store_id => uuid(1), business_name => 'Joes Nest Diner', website_url => 'https://chatter.example/u/joes', country => 'US' },
        { store_id => uuid(2), business_name => 'Anns Piazza',     website_url => 'https://post.example/',          country => 'US' },
        { store_id => uuid(3), business_name => 'The Diner',       website_url => 'https://diner.com/',             country => 'US' },
    )
);

# The folder of a user: copies of shipped files with some more lines.
mkdir "$folder/rules" or die;
sub rule_file { my ($name, $lines) = @_; return spew("$folder/rules/$name.txt", slurp("$shipped/$name.txt") . $lines) }
rule_file('platforms',      "chatter octets=.-  # new in May\n");
rule_file('platform_hosts', "chatter.example chatter\n");
rule_file('platform_paths', "chatter u/{h} profile\n");
rule_file('free_mail',      "post.example mail_only\n");
rule_file('stop_words',     "nest\n");
rule_file('word_forms',     "piazza sq\n");

build_ok('-o', "$folder/plain", $records);
build_ok('-o', "$folder/own", '--rules', "$folder/rules", $records);
is run('verify', '--quiet', "$folder/own")->{code}, 0, 'verify';

subtest 'an unchanged module answers by the rules of each index' => sub {
    my $server = Bizrec::Server->new;
    for my $name (qw(plain own)) {
        symlink "$folder/$name", $server->prefix . "/$name" or die;
    }
    chmod 0755, $folder;
    my $locations = join '', map { <<"CONF" } qw(plain own);
        location /$_/ {
            bizrec_index %%PREFIX%%/$_;
            location = /$_/e { bizrec_enrich_company; }
            location = /$_/s { bizrec_search_only_ids; }
        }
CONF
    $server->configure(http => "server { listen %%LISTEN%%; bizrec_access off;\n$locations }");
    $server->start;
    my $ids = sub {
        my ($path, $body) = @_;
        my $reply = post($server, $path, $body);
        is $reply->{status}, 200, "$path: 200" or diag $reply->{content};
        return join ' ', sort map { substr $_->{id}, -1 } @{ $reply->{json} };
    };
    my $profile = { social_media_link => 'https://www.chatter.example/u/Joes/tab' };
    is $ids->('/own/e',   $profile), '1', 'a platform of a rules file';
    is $ids->('/own/e',   { website => 'chatter.example' }),  '',    '... whose bare host finds no record';
    is $ids->('/plain/e', { website => 'chatter.example' }),  '1',   '... and without it an ordinary one';
    is $ids->('/own/e',   { website => 'joe@post.example' }), '',    'a mail provider of a rules file';
    is $ids->('/plain/e', { website => 'joe@post.example' }), '2',   '... and without it a business';
    is $ids->('/own/s',   { query   => 'sq' }),               '2',   'a word form of a rules file';
    is $ids->('/plain/s', { query   => 'sq' }),               '',    '... and without it another word';
    is $ids->('/own/s',   { query   => 'nest diner' }),       '1 3', 'a stop word of a rules file';
    is $ids->('/plain/s', { query   => 'nest diner' }),       '1',   '... and without it a word';
    is $ids->('/own/e',   { website => 'diner.com' }),        '3',   'all else stays';
};

subtest 'the shipped files are what is compiled in' => sub {
    build_ok('-o', "$folder/shipped", '--rules', $shipped, $records);
    is slurp("$folder/shipped"), slurp("$folder/plain"), 'the same bytes';
};

subtest 'runs of other rules are not merged' => sub {
    my @runs = map { "$folder/run$_" } 1, 2;
    build_ok('--shard', '1/2', '-o', $runs[0], $records);
    build_ok('--shard', '2/2', '-o', $runs[1], '--rules', "$folder/rules", $records);
    my $refused = run('merge', '--quiet', '-o', "$folder/merged", @runs);
    is $refused->{code}, 1, 'exit status 1';
    like $refused->{err}, qr/have different rule files \(.*\): give every shard the same rules with --rules/, 'the message says why';
    build_ok('--force', '--shard', '1/2', '-o', $runs[0], '--rules', "$folder/rules", $records);
    is run('merge', '--quiet', '-o', "$folder/merged", @runs)->{code}, 0,                    'runs of the same rules are merged';
    is slurp("$folder/merged"),                                        slurp("$folder/own"), '... and the index has them';
};

sub refused {
    my ($what, $name, $text, $words) = @_;
    my $rules  = folder();
    my $file   = defined $name ? spew("$rules/$name", $text) : $rules;
    my $result = run('build', '--quiet', '--rules', $rules, '-o', "$folder/none", $records);
    is $result->{code}, 1, "$what: exit status 1";
    like $result->{err}, qr/\Almdb_builder: [^\n]*\Q$file\E[^\n]*$words[^\n]*\n\z/, "$what: the message says why";
    ok !-e "$folder/none", "$what: nothing is written";
    return;
}

subtest 'refusals' => sub {
    refused('an unknown attribute', 'platforms.txt',      "# all\na octet=_\n", qr/:2: expected ATTRIBUTE=VALUE .*, found "octet=_"/);
    refused('an unknown platform',  'platform_hosts.txt', "a.com chat\n",       qr/:1: expected a platform of platforms.txt, found "chat"/);
    refused('an unfolded word',     'stop_words.txt',     "The\n",              qr/:1: expected a word .* in lower case/);
    refused('a form of a form',     'word_forms.txt', "a1 b1\nb1 c1\n", qr/:1: expected a form that has no rule of its own .*, found "b1"/);
    refused('a number that is none', 'number_words.txt', "eleven 11\nseven sieben\n",
        qr/:2: expected a number in digits.*, found "sieben"/);
    refused('a filler in capitals', 'fillers.txt',        "near me\nBest\n", qr/:2: expected words of .* in lower case.*, found "Best"/);
    refused('a category alone',     'category_names.txt', "cinema kino\ncafe\n", qr/:2: expected a category and one or more other names/);
    refused('a misspelt name',      'platform.txt',       '',                    qr/is no file of rules: expected "platforms\.txt", /);
    refused('an empty folder',      undef,                '',                    qr/found none of them/);
    my $missing = run('build', '--rules', "$folder/nowhere", '-o', "$folder/none", $records);
    like $missing->{err}, qr/cannot read the folder of rules "\Q$folder\E\/nowhere": No such file/, 'a folder that is not there';
};

Bizrec::Server::finish_all();
done_testing;

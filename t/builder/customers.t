# enrich: a table of customers with data of the index; each row as the server would answer it.
#
# lane: gate debian13
use strict;
use warnings;
use utf8;
use lib 't/lib';
use Encode             qw(decode_utf8 encode_utf8);
use IO::Compress::Gzip qw(gzip);
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp entries uuid build_ok);

binary();

my $folder  = folder();
my $json    = JSON::PP->new->canonical->utf8;
my $index   = "$folder/index";
my @records = (
    (
        map { {
            store_id      => uuid($_),
            business_name => 'Acme',
            website_url   => "https://acme.example/stores/$_",
            city          => $_ < 3 ? 'Boston' : 'Austin',
            state         => $_ < 3 ? 'MA'     : 'TX',
            country       => 'US',
            store_phones  => ["+1 555 000$_", '+1 555']
        } } 1 .. 4
    ),
    {
        store_id           => uuid(10),
        brand_name         => 'Käse & Söhne, "Feinkost"',
        website            => 'kaese.example',
        zipcode            => '80331',
        city               => 'München',
        country            => 'DE',
        social_media_links => ['https://www.instagram.com/kaese']
    },
);
build_ok('-o', $index, spew("$folder/in.jsonl", join '', map { $json->encode($_) . "\n" } @records));

sub enrich { my (@arguments) = @_; return run('enrich', $index, @arguments) }
sub csv { my ($name, $text) = @_; return spew("$folder/$name", encode_utf8($text)) }

subtest 'CSV' => sub {
    my $table = csv('customers.csv', <<'CSV');
Company,Company Domain Name,Billing City,Notes
Acme,https://www.ACME.example/,austin,"a ""note"", and
a line"
Acme of Rome,acme.example,Rome,
Cheese,kaese.example,,
,,Boston,nobody
Local,localhost,,
Mail,somebody@gmail.com,,
None,nobody.example,Boston,
Short,acme.example
Long,acme.example,Boston,n,more,cells
CSV
    my $run = enrich($table, '--fields', 'business_name,city,phone');
    is $run->{code}, 0, 'exit status' or diag $run->{err};
    my ($acme, $cheese) = (uuid(3), uuid(10));
    my @lines = split /\n/, $run->{out}, -1;
    my @scores =
        map { decode_json(run('query', $index, $_)->{out})->[0]{match_score} } '{"website":"acme.example","location":{"city":"austin"}}',
        '{"website":"acme.example"}', 'kaese.example', '{"website":"acme.example","location":{"city":"Boston"}}';
    my $own     = 'Company,Company Domain Name,Billing City,Notes';
    my $no_name = '"website: cannot use ""localhost"": it is a single word, not a domain name; give a full name such as ""example.com"""';
    is $run->{out}, encode_utf8(<<"CSV"), 'every row, in order, with its own cells';
$own,match_status,match_reason,match_id,match_score,match_count,match_business_name,match_city,match_phone
Acme,https://www.ACME.example/,austin,"a ""note"", and
a line",found,,$acme,$scores[0],2,Acme,Austin,+1 555 0003; +1 555
Acme of Rome,acme.example,Rome,,elsewhere,,${\uuid(1)},$scores[1],4,Acme,Boston,+1 555 0001; +1 555
Cheese,kaese.example,,,found,,$cheese,$scores[2],1,"Käse & Söhne, ""Feinkost""",München,
,,Boston,nobody,refused,no website and no profile,,,,,,
Local,localhost,,,refused,$no_name,,,,,,
Mail,somebody\@gmail.com,,,not_found,${\(run('query', $index, 'somebody@gmail.com')->{err} =~ /X-Identity-Note: website: (.*)/)},,,,,,
None,nobody.example,Boston,,not_found,,,,,,,
Short,acme.example,,,found,,${\uuid(1)},$scores[1],4,Acme,Boston,+1 555 0001; +1 555
Long,acme.example,Boston,n,found,,${\uuid(1)},$scores[3],2,Acme,Boston,+1 555 0001; +1 555,more,cells
CSV
    like $run->{err}, qr/^columns +website: Company Domain Name, city: Billing City$/m, 'the summary names the columns that were found';
    like $run->{err}, qr/^rows +9$/m,                                                   'rows';
    like $run->{err}, qr/^found +4$/m,                                                  'found';
    like $run->{err}, qr/^elsewhere +1$/m,                                              'elsewhere';
    like $run->{err}, qr/^not_found +2$/m,                                              'not found';
    like $run->{err}, qr/^refused +2$/m,                                                'refused';
    like decode_utf8($run->{err}), qr/^  1  website: cannot use "…"/m,                  '... with reasons to count by';
    my $only = enrich($table, '--only-in-place', '--quiet', '--json', '-o', "$folder/out.csv");
    is $only->{out}, '', 'into a file';
    my $summary = decode_json($only->{err});
    is_deeply [@$summary{qw(rows found elsewhere not_found refused)}], [9, 4, 0, 3, 2], '... and only in its place';
    like slurp("$folder/out.csv"), qr/^Acme of Rome,acme\.example,Rome,,not_found,,,,,,,,,,,,$/m, '... with the usual fields';
    is_deeply [grep { /importing/ } @{ entries($folder) }], [], 'no temporary file is left';
};

subtest 'no line is lost' => sub {
    my $text = qq(Company,url\nJoe 5" Pizza,acme.example\nOpen,"acme.example\nLast,kaese.example\n);
    my $run  = enrich(csv('open.csv', $text), '--fields', 'city');
    is scalar(() = $run->{out} =~ /\n/g), 4, 'each line is in the output';
    like $run->{out}, qr/^"Joe 5"" Pizza",acme\.example,found,/m, 'a quote within a cell';
    like $run->{out}, qr/^Open,"""acme\.example",unreadable,line 3: a quote opens a cell that nothing closes: .*lines 3 to 4.*,,,,$/m,
        'an open cell';
    like $run->{out}, qr/^Last,kaese\.example,(?:found|elsewhere),/m, 'what follows it';
    like $run->{err}, qr/^rows +3$/m,                                 'rows';
    my $fine = enrich(csv('fine.csv', qq(Company,url\n"a ""b""\nc",acme.example\n)), '--fields', 'city');
    like $fine->{out}, qr/^"a ""b""\nc",acme\.example,found,/m, 'a cell of two lines is one';
};

subtest 'delimiters and encodings' => sub {
    for my $delimiter (',', ';', "\t", '|') {
        my $run =
            enrich(csv('any.csv', "Company${delimiter}url\nAcme, Inc; 1${delimiter}acme.example\n" =~ s/, Inc; 1//r), '--fields', 'city');
        like $run->{out}, qr/\Q${delimiter}acme.example${delimiter}found${delimiter}\E/, "found: $delimiter";
    }
    my $latin = enrich(spew("$folder/latin.csv", "Firma;url\nK\xE4se;kaese.example\n"), '--fields', 'business_name', '--country', '-');
    like decode_utf8($latin->{out}), qr/^Käse;kaese\.example;found;;.*;"?Käse & Söhne/m, 'one encoding comes out';
    like $latin->{err},              qr/^read as +semicolon, windows-1252$/m,            '... and the summary names it';
    my $utf16 = enrich(spew("$folder/u16.csv", Encode::encode('UTF-16', "Firma\turl\nKäse\tkaese.example\n")), '--fields', 'city');
    like decode_utf8($utf16->{out}), qr/^\x{FEFF}Firma\turl.*\nKäse\tkaese\.example\t/, "UTF-16, and Excel's mark";
    my $utf32 = enrich(spew("$folder/u32.csv", Encode::encode('UTF-32', "Firma\turl\nKäse\tkaese.example\n")), '--fields', 'city');
    is $utf32->{out}, $utf16->{out}, 'UTF-32 is not read as UTF-16';
    like enrich(csv('mark.csv', "\x{FEFF}Firma;url\n"))->{out}, qr/^\xEF\xBB\xBFFirma;/, '... if the input had one';
    unlike enrich(csv('bare.csv', "Firma;url\n"))->{out},       qr/\xEF\xBB\xBF/,        '... and else none';
};

subtest 'a JSON array' => sub {
    my $run =
        enrich(spew("$folder/array.json", $json->encode([{ website => 'acme.example' }, { website => 'nobody.example' }])), '--quiet');
    is_deeply [map { decode_json($_)->{match}{status} } split /\n/, $run->{out}], [qw(found not_found)], 'is read';
};

subtest 'more names than the cache holds' => sub {
    my $names = join '', map { qq({"n$_":1}\n) } 1 .. 5000;
    my $run   = enrich(spew("$folder/names.jsonl", qq(${names}{"website":"acme.example"}\n)), '--quiet');
    like $run->{out}, qr/^\{"website":"acme\.example","match":\{"status":"found"/m, 'a clue after them is read';
};

subtest 'formulas of a feed' => sub {
    my $feed = spew(
        "$folder/feed.jsonl",
        $json->encode(
            { store_id => uuid(1), business_name => '=cmd|x', website_url => 'feed.example', country => 'US', phone => '+1 (555) 01' }
            )
            . "\n"
    );
    build_ok('-o', "$folder/feed", $feed);
    my $table = csv('feed.csv', "url,note\nfeed.example,=A1\n");
    my @more  = ($table, '--fields', 'business_name,phone', '--quiet');
    like run('enrich', "$folder/feed", @more)->{out}, qr/^feed\.example,=A1,found,.*,'=cmd\|x,\+1 \(555\) 01$/m, 'are no formulas';
    like run('enrich', "$folder/feed", @more, '--raw')->{out}, qr/^feed\.example,=A1,found,.*,=cmd\|x,\+1 \(555\) 01$/m,
        '... but with --raw';
};

subtest 'places' => sub {
    my $table =
        csv('places.csv', "url,country,city\nacme.example,Atlantis,Boston\nkaese.example,,München\nkaese.example,Deutschland,München\n");
    my $run = enrich($table, '--fields', 'city');
    like $run->{out}, qr/^acme\.example,Atlantis,Boston,elsewhere,"location\[0\]\.country: unknown country ""Atlantis""/m,
        'a country that is none is passed over, and told';
    like $run->{out}, qr/^kaese\.example,,M\S+,elsewhere,,/m, 'a row without a country is in the US';
    like enrich($table, '--default-country', 'DE')->{out}, qr/^kaese\.example,,M\S+,found,,/m, '... or where --default-country says';
    like enrich($table, '--country', '-', '--city', '-')->{out}, qr/^acme\.example,Atlantis,Boston,found,,/m,
        'a place that shall not count';
};

subtest 'profiles' => sub {
    my $table = csv('profiles.csv', "Name;Instagram URL\nCheese;https://instagram.com/KAESE/\n");
    like enrich($table, '--delimiter', ';', '--fields', 'brand_name,zip_code')->{out},
        qr/^Cheese;https:\/\/instagram\.com\/KAESE\/;found;;\Q${\uuid(10)}\E;\d+;1;.*;80331$/m, 'a profile, and another delimiter';
};

subtest 'JSON Lines' => sub {
    my @rows  = ({ domain => 'acme.example', city => 'Austin', n => 1 }, {}, { website => 'nobody.example', domain => 'acme.example' });
    my $table = spew("$folder/leads.jsonl", join('', map { $json->encode($_) . "\n" } @rows) . "\n[1]\n{\n");
    my $run   = enrich($table);
    is $run->{code}, 0, 'exit status';
    my @out = map { decode_json($_) } split /\n/, $run->{out};
    is_deeply [map { $_->{match}{status} } @out], [qw(found refused not_found unreadable unreadable)],
        'each line, by the best of its members';
    is_deeply $out[3], { unreadable => '[1]', match => { status => 'unreadable', reason => $out[3]{match}{reason} } }, 'as it came';
    is_deeply $out[0]{match}{content},           $records[2],                   'the whole record';
    is_deeply [@{ $out[0] }{qw(domain city n)}], ['acme.example', 'Austin', 1], '... beside the members that the line had';
    is $out[0]{match}{count}, 2, '... and how many there are';
    like $run->{err}, qr/line 5 cannot be read: expected one JSON object a line/, 'the message names a line that is not an object';
    like $run->{err}, qr/line 6 cannot be read/,                                  '... each';
    gzip(\join('', map { $json->encode($_) . "\n" } @rows) => "$folder/leads.jsonl.gz");
    is enrich("$folder/leads.jsonl.gz")->{out}, join('', (split /^/, $run->{out})[0 .. 2]), 'packed';
    is run({ stdin => $json->encode($rows[0]) }, 'enrich', $index, '-', '--format', 'jsonl', '--quiet')->{out},
        (split /^/, $run->{out})[0], 'from standard input';
};

subtest 'JSON Lines: an empty website after a domain' => sub {
    my $table = spew("$folder/blank.jsonl", '{"domain":"acme.example","website":" ","city":"Austin","town":null}' . "\n");
    is decode_json(enrich($table, '--quiet')->{out})->{match}{status}, 'found', 'the domain counts';
};

subtest 'more rows than a block' => sub {
    my @rows = map { [$_, $_ % 5 ? 'acme.example' : "nobody-$_.example"] } 1 .. 150;
    my $run  = enrich(csv('many.csv', join '', "n,url\n", map { "$_->[0],$_->[1]\n" } @rows), '--fields', 'city', '--quiet');
    my (undef, @out) = split /\n/, $run->{out};
    is_deeply [map { [(split /,/)[0, 2]] } @out], [map { [$_->[0], $_->[0] % 5 ? 'found' : 'not_found'] } @rows], 'each in its place';
    gzip(\(join '', "n,url\n", map { "$_,acme.example\n" } 1 .. 40) => \my $packed);
    my $cut = enrich(spew("$folder/cut.csv.gz", substr $packed, 0, -4), '--quiet');
    is $cut->{code},                           1,  'a table that is cut off';
    is scalar(() = $cut->{out} =~ /,found,/g), 40, '... its rows before the damage are in the output';
};

subtest 'refusals' => sub {
    my $no_column = enrich(csv('plain.csv', "Name,Town\nAcme,Boston\n"));
    is $no_column->{code}, 1, 'no website';
    like $no_column->{err},
        qr/no column looks like a website or a profile: name one with --website or --profile\. There are "Name", "Town"/,
        '... says which columns there are';
    my $wrong = enrich(csv('right.csv', "url\nacme.example\n"), '--website', 'Web');
    like $wrong->{err}, qr/--website: there is no column "Web"\. There are "url"/, 'a column that is not there';
    like enrich(csv('semicolon.csv', "Name;url\nAcme;acme.example\n"), '--delimiter', ',')->{err},
        qr/holds a semicolon: give --delimiter ';'/,
        'another delimiter';
    is enrich(csv('empty.csv', ''))->{code}, 1, 'an empty table';
    my $same = enrich("$folder/right.csv", '-o', "$folder/right.csv");
    is $same->{code},                                          1,                     'onto itself';
    is slurp("$folder/right.csv"),                             "url\nacme.example\n", '... and the table stays';
    is enrich("$folder/missing.csv")->{code},                  1,                     'no such table';
    is enrich()->{code},                                       2,                     'no table';
    is enrich("$folder/right.csv", '--format', 'xml')->{code}, 2,                     'no such format';
};

done_testing();

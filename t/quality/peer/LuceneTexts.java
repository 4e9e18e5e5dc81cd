import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * Lucene on the texts as they are, cut and folded by its own analysis, as people set it up: with and without English
 * stems, with and without typing errors in every word. All words first, any word where no record has them all.
 *
 * <p>Usage: java -cp ... LuceneTexts FOLDER. Exit status 1 where our engine has the right answer first for two questions
 * of a set fewer than the best of the four, or worse.
 */
public final class LuceneTexts {
    private static final String[] FIELDS = {"name", "category", "place", "domain", "text", "street"};
    private static final float[] WEIGHTS = {3f, 2f, 1.5f, 1f, 1f, 0.5f};
    private static final int TOLERANCE = 1; // question of a set: the best of four ways has more luck than one
    private static final int FUZZY_FIELDS = 3; // name, category and place: a word of a text is rarely asked for

    private final Analyzer analyser;
    private final IndexSearcher searcher;
    private final boolean fuzzy;

    private static Analyzer analyser(boolean stems) {
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer words = new StandardTokenizer();
                TokenStream folded = new ASCIIFoldingFilter(new LowerCaseFilter(words));
                return new TokenStreamComponents(words, stems ? new PorterStemFilter(folded) : folded);
            }
        };
    }

    private LuceneTexts(IndexSearcher searcher, Analyzer analyser, boolean fuzzy) {
        this.searcher = searcher;
        this.analyser = analyser;
        this.fuzzy = fuzzy;
    }

    private static IndexSearcher index(Path texts, Analyzer analyser) throws IOException {
        ByteBuffersDirectory folder = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(folder, new IndexWriterConfig(analyser));
                BufferedReader lines = Files.newBufferedReader(texts, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split("\t", -1);
                Document document = new Document();
                document.add(new StringField("id", columns[0], Field.Store.YES));
                for (int i = 0; i < FIELDS.length; i++) {
                    document.add(new TextField(FIELDS[i], columns[i + 1], Field.Store.NO));
                }
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
        IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(folder));
        searcher.setSimilarity(new BM25Similarity());
        return searcher;
    }

    private List<String> words(String text) throws IOException {
        List<String> words = new ArrayList<>();
        try (TokenStream stream = analyser.tokenStream("name", text)) {
            CharTermAttribute word = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                words.add(word.toString());
            }
            stream.end();
        }
        return words;
    }

    /** One error from three letters on, two from six: Elasticsearch's AUTO. */
    private static int errorsOf(String word) {
        int letters = word.codePointCount(0, word.length());
        return letters < 3 ? 0 : letters < 6 ? 1 : 2;
    }

    private Query inField(int field, String word) {
        Term term = new Term(FIELDS[field], word);
        boolean isFuzzy = fuzzy && field < FUZZY_FIELDS && errorsOf(word) != 0;
        return new BoostQuery(isFuzzy ? new FuzzyQuery(term, errorsOf(word), 0) : new TermQuery(term), WEIGHTS[field]);
    }

    private Query anywhere(String word) {
        List<Query> fields = new ArrayList<>();
        for (int i = 0; i < FIELDS.length; i++) {
            fields.add(inField(i, word));
        }
        return new DisjunctionMaxQuery(fields, 1f);
    }

    private List<String> search(PeerQuestions.Question question, Occur occur) throws IOException {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (String word : words(question.query)) {
            query.add(anywhere(word), occur);
        }
        for (String word : words(question.storeName)) {
            query.add(inField(0, word), occur);
        }
        return PeerSearch.best(searcher, query, question.places);
    }

    List<String> ask(PeerQuestions.Question question) throws IOException {
        List<String> answer = search(question, Occur.MUST);
        return answer.isEmpty() ? search(question, Occur.SHOULD) : answer;
    }

    /** By names. */
    static Map<String, LuceneTexts> ways(Path folder) throws IOException {
        Map<String, LuceneTexts> ways = new HashMap<>();
        for (boolean stems : new boolean[] {false, true}) {
            Analyzer analyser = analyser(stems);
            IndexSearcher searcher = index(folder.resolve("records.texts"), analyser);
            String name = stems ? "folded, stems" : "folded";
            ways.put(name, new LuceneTexts(searcher, analyser, false));
            ways.put(name + ", fuzzy", new LuceneTexts(searcher, analyser, true));
        }
        return ways;
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Paths.get(arguments[0]);
        PeerScores scores = new PeerScores(folder);
        Map<String, LuceneTexts> ways = ways(folder);
        for (String set : Files.readAllLines(folder.resolve("sets"), StandardCharsets.UTF_8)) {
            double best = 0;
            List<PeerQuestions.Question> questions = PeerQuestions.read(folder, set);
            for (Map.Entry<String, LuceneTexts> way : ways.entrySet()) {
                double[] theirs = PeerScores.measure(set, way.getKey(), questions, way.getValue()::ask);
                best = Math.max(best, theirs[0]);
            }
            scores.compareHits(set, questions.size(), best, TOLERANCE);
        }
        System.exit(scores.verdict("Lucene on the texts"));
    }
}

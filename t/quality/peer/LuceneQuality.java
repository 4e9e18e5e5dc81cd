import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BM25FQuery;
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
import org.apache.lucene.util.BytesRef;

/**
 * Lucene's answers to the questions of the quality suite, on the words that our analyser made (t/quality/peer_files.hpp).
 * Three ways to weight the fields; all words first, any word where no record has them all, as ours. A word that exists
 * nowhere is looked for with up to two typing errors, as ours.
 *
 * <p>Usage: java -cp ... LuceneQuality FOLDER. Exit status 1 where our engine's figures (FOLDER/scores) are below its best.
 */
public final class LuceneQuality {
    private static final String[] FIELDS = {"name", "category", "place", "domain", "text"};
    private static final float[] WEIGHTS = {3f, 2f, 1.5f, 1f, 1f};

    private enum Way {
        COMBINED, // BM25F over all fields
        SUM, // the fields' own scores added
        BEST // the best field counts
    }

    private final IndexReader reader;
    private final IndexSearcher searcher;

    private LuceneQuality(Path documents) throws IOException {
        ByteBuffersDirectory folder = new ByteBuffersDirectory();
        FieldType words = new FieldType();
        words.setTokenized(true);
        words.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        words.freeze();
        IndexWriterConfig config = new IndexWriterConfig(new WhitespaceAnalyzer());
        try (IndexWriter writer = new IndexWriter(folder, config);
                BufferedReader lines = Files.newBufferedReader(documents, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split("\t", -1);
                Document document = new Document();
                document.add(new StringField("id", columns[0], Field.Store.YES));
                for (int i = 0; i < FIELDS.length; i++) {
                    document.add(new Field(FIELDS[i], columns[i + 1], words));
                }
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
        reader = DirectoryReader.open(folder);
        searcher = new IndexSearcher(reader);
        searcher.setSimilarity(new BM25Similarity());
    }

    private boolean exists(String word) throws IOException {
        for (String field : FIELDS) {
            if (reader.docFreq(new Term(field, word)) > 0) {
                return true;
            }
        }
        return false;
    }

    private Query wordQuery(String word, Way way) throws IOException {
        if (!exists(word)) {
            return word.codePointCount(0, word.length()) < 4
                    ? new TermQuery(new Term("name", word))
                    : new BoostQuery(new FuzzyQuery(new Term("name", word), 2, 1), WEIGHTS[0]);
        }
        if (way == Way.COMBINED) {
            BM25FQuery.Builder query = new BM25FQuery.Builder();
            for (int i = 0; i < FIELDS.length; i++) {
                query.addField(FIELDS[i], WEIGHTS[i]);
            }
            return query.addTerm(new BytesRef(word)).build();
        }
        List<Query> fields = new ArrayList<>();
        for (int i = 0; i < FIELDS.length; i++) {
            fields.add(new BoostQuery(new TermQuery(new Term(FIELDS[i], word)), WEIGHTS[i]));
        }
        return new DisjunctionMaxQuery(fields, way == Way.SUM ? 1f : 0f);
    }

    private static String[] words(String column) {
        return column.isEmpty() ? new String[0] : column.split(" ");
    }

    private List<String> search(String[] any, String[] names, Set<String> places, Way way, Occur occur)
            throws IOException {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (String word : any) {
            query.add(wordQuery(word, way), occur);
        }
        for (String word : names) {
            query.add(new TermQuery(new Term("name", word)), occur);
        }
        return PeerSearch.best(searcher, query, places);
    }

    private List<String> ask(PeerQuestions.Question question, Way way, boolean allWords) throws IOException {
        String[] any = words(question.words);
        String[] names = words(question.names);
        List<String> answer = new ArrayList<>();
        if (allWords) {
            answer = search(any, names, question.places, way, Occur.MUST);
        }
        return answer.isEmpty() ? search(any, names, question.places, way, Occur.SHOULD) : answer;
    }

    private double[] measure(Path folder, String set, Way way, boolean allWords) throws IOException {
        return PeerScores.measure(
                set,
                (allWords ? "all words, " : "any word, ") + way.name().toLowerCase(Locale.ROOT),
                PeerQuestions.read(folder, set),
                question -> ask(question, way, allWords));
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Paths.get(arguments[0]);
        PeerScores scores = new PeerScores(folder);
        LuceneQuality records = new LuceneQuality(folder.resolve("records.docs"));
        for (String set : new String[] {"fodors_zagats", "judged"}) {
            double[] best = {0, 0};
            for (Way way : Way.values()) {
                for (boolean allWords : new boolean[] {true, false}) {
                    double[] theirs = records.measure(folder, set, way, allWords);
                    best[0] = Math.max(best[0], theirs[0]);
                    best[1] = Math.max(best[1], theirs[1]);
                }
            }
            scores.compareHits(set, PeerQuestions.read(folder, set).size(), best[0], 0);
            scores.compareNdcg(set, best[1]);
        }
        LuceneQuality cranfield = new LuceneQuality(folder.resolve("cranfield.docs"));
        double[] theirs = cranfield.measure(folder, "cranfield", Way.SUM, false);
        scores.compareNdcg("cranfield", theirs[1]);
        System.exit(scores.verdict("Lucene on our words"));
    }
}

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
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
    private static final int DEPTH = 10;
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
        if (places != null) {
            List<BytesRef> ids = places.stream().map(BytesRef::new).collect(Collectors.toList());
            query.add(new TermInSetQuery("id", ids), Occur.FILTER);
        }
        List<String> answer = new ArrayList<>();
        for (ScoreDoc row : searcher.search(query.build(), DEPTH).scoreDocs) {
            answer.add(searcher.doc(row.doc).get("id"));
        }
        return answer;
    }

    private static Map<Integer, Set<String>> readFilters(Path path) throws IOException {
        Map<Integer, Set<String>> filters = new HashMap<>();
        for (String line : Files.readAllLines(path, StandardCharsets.UTF_8)) {
            List<String> columns = Arrays.asList(line.split("\t"));
            filters.put(Integer.valueOf(columns.get(0)), new HashSet<>(columns.subList(1, columns.size())));
        }
        return filters;
    }

    private static double discounted(int place) {
        return Math.log(2) / Math.log(place + 2);
    }

    /** hit@1 and nDCG@10. */
    private double[] ask(Path folder, String set, Way way, boolean allWords) throws IOException {
        Map<Integer, Set<String>> filters = readFilters(folder.resolve(set + ".filters"));
        double hit1 = 0;
        double hit10 = 0;
        double mrr = 0;
        double ndcg = 0;
        int number = 0;
        for (String line : Files.readAllLines(folder.resolve(set + ".questions"), StandardCharsets.UTF_8)) {
            String[] columns = line.split("\t", -1);
            Set<String> right = new HashSet<>(Arrays.asList(columns[3].trim().split(" ")));
            Set<String> places = filters.get(number++);
            List<String> answer = new ArrayList<>();
            if (allWords) {
                answer = search(words(columns[1]), words(columns[2]), places, way, Occur.MUST);
            }
            if (answer.isEmpty()) {
                answer = search(words(columns[1]), words(columns[2]), places, way, Occur.SHOULD);
            }
            int first = DEPTH;
            double gain = 0;
            double best = 0;
            for (int place = 0; place < DEPTH; place++) {
                if (place < answer.size() && right.contains(answer.get(place))) {
                    first = Math.min(first, place);
                    gain += discounted(place);
                }
                best += place < right.size() ? discounted(place) : 0;
            }
            hit1 += first == 0 ? 1 : 0;
            hit10 += first < DEPTH ? 1 : 0;
            mrr += first < DEPTH ? 1.0 / (first + 1) : 0;
            ndcg += gain / best;
        }
        System.out.printf(
                Locale.ROOT,
                "%-14s %4d questions  hit@1 %.4f  hit@10 %.4f  MRR %.4f  nDCG@10 %.4f  Lucene, %s%n",
                set,
                number,
                hit1 / number,
                hit10 / number,
                mrr / number,
                ndcg / number,
                (allWords ? "all words, " : "any word, ") + way.name().toLowerCase(Locale.ROOT));
        return new double[] {hit1 / number, ndcg / number};
    }

    private static boolean isBelow(String set, double ours, double theirs, String measure) {
        double rounding = 0.00005;
        if (ours > theirs - rounding) {
            return false;
        }
        System.out.printf(Locale.ROOT, "%-14s BELOW Lucene: %s %.4f, Lucene %.4f%n", set, measure, ours, theirs);
        return true;
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Paths.get(arguments[0]);
        Map<String, double[]> ours = new HashMap<>();
        for (String line : Files.readAllLines(folder.resolve("scores"), StandardCharsets.UTF_8)) {
            String[] columns = line.split("\t");
            ours.put(columns[0], new double[] {Double.parseDouble(columns[1]), Double.parseDouble(columns[2])});
        }
        boolean below = false;
        LuceneQuality records = new LuceneQuality(folder.resolve("records.docs"));
        for (String set : new String[] {"fodors_zagats", "judged"}) {
            double[] best = {0, 0};
            for (Way way : Way.values()) {
                for (boolean allWords : new boolean[] {true, false}) {
                    double[] theirs = records.ask(folder, set, way, allWords);
                    best[0] = Math.max(best[0], theirs[0]);
                    best[1] = Math.max(best[1], theirs[1]);
                }
            }
            below |= isBelow(set, ours.get(set)[0], best[0], "hit@1");
            below |= isBelow(set, ours.get(set)[1], best[1], "nDCG@10");
        }
        LuceneQuality cranfield = new LuceneQuality(folder.resolve("cranfield.docs"));
        double[] theirs = cranfield.ask(folder, "cranfield", Way.SUM, false);
        below |= isBelow("cranfield", ours.get("cranfield")[1], theirs[1], "nDCG@10");
        System.exit(below ? 1 : 0);
    }
}

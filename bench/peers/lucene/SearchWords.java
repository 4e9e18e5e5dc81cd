import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.LatLonPoint;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.store.MMapDirectory;

/**
 * Runs the queries file of `bench_search queries` on the index of IndexWords and writes the time of each class: from words and
 * place to an array of (docid, score), BM25. Each class is warmed, then timed in passes, once with a totalHitsThreshold of 1,000
 * and once without a limit; the better of the two is the peer's figure. The names of the classes come from standard input, so that
 * other engines can be timed between two classes; "ready" is printed first, and each name when its class is done.
 */
public final class SearchWords {
    private static final long START_WARM_NS = 8_000_000_000L; // a new process is not compiled yet
    private static final long MIN_WARM_NS = 3_000_000_000L;
    private static final int PASSES = 3;
    private static final int[] THRESHOLDS = {1000, Integer.MAX_VALUE};

    /** A line of the queries file: class, limit, pages, "and" or "or", words, place. */
    private static final class Request {
        final int limit;
        final int pages;
        final boolean any;
        final String[] words;
        final String[] place;

        Request(String[] fields) {
            limit = Integer.parseInt(fields[1]);
            pages = Integer.parseInt(fields[2]);
            any = fields[3].equals("or");
            words = fields[4].split(" ");
            place = Arrays.copyOfRange(fields, 5, fields.length);
        }

        Query placeFilter() {
            switch (place[0]) {
                case "country":
                case "city":
                case "postal":
                    return new TermQuery(new Term(place[0], place[1]));
                case "circle":
                    return LatLonPoint.newDistanceQuery(
                            "at",
                            Double.parseDouble(place[2]),
                            Double.parseDouble(place[3]),
                            Double.parseDouble(place[4]));
                default:
                    return null;
            }
        }

        Query query() {
            BooleanQuery.Builder builder = new BooleanQuery.Builder();
            for (String word : words) {
                builder.add(
                        new TermQuery(new Term("words", word)), any ? BooleanClause.Occur.SHOULD : BooleanClause.Occur.MUST);
            }
            Query filter = placeFilter();
            if (filter != null) {
                builder.add(filter, BooleanClause.Occur.FILTER);
            }
            return builder.build();
        }
    }

    private static long sink; // rows go somewhere, so that nothing is optimised away

    private final IndexSearcher searcher;

    private SearchWords(IndexSearcher searcher) {
        this.searcher = searcher;
    }

    private TopDocs page(Request request, ScoreDoc after, int threshold) throws IOException {
        TopScoreDocCollector collector = TopScoreDocCollector.create(request.limit, after, threshold);
        searcher.search(request.query(), collector);
        return collector.topDocs();
    }

    /** Nanoseconds of each page of each request. */
    private long[] pass(List<Request> requests, int threshold) throws IOException {
        long[] times = new long[requests.stream().mapToInt(request -> request.pages).sum()];
        int at = 0;
        for (Request request : requests) {
            ScoreDoc after = null;
            for (int page = 0; page < request.pages; ++page) {
                long begin = System.nanoTime();
                ScoreDoc[] rows = page(request, after, threshold).scoreDocs;
                times[at++] = System.nanoTime() - begin;
                sink += rows.length;
                if (rows.length == 0) {
                    break;
                }
                after = rows[rows.length - 1];
            }
        }
        return Arrays.copyOf(times, at);
    }

    private static double percentile(long[] sorted, double share) {
        return sorted[(int) (share * (sorted.length - 1))] / 1000.0;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private void warm(List<Request> requests, int threshold, long time) throws IOException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < time) {
            pass(requests, threshold);
        }
    }

    private double[] time(List<Request> requests, int threshold) throws IOException {
        warm(requests, threshold, MIN_WARM_NS);
        double[] p50 = new double[PASSES];
        double[] p99 = new double[PASSES];
        for (int i = 0; i < PASSES; ++i) {
            long[] times = pass(requests, threshold);
            Arrays.sort(times);
            p50[i] = percentile(times, 0.50);
            p99[i] = percentile(times, 0.99);
        }
        return new double[] {median(p50), median(p99)};
    }

    private static Map<String, List<Request>> read(String path) throws IOException {
        Map<String, List<Request>> classes = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Paths.get(path), StandardCharsets.UTF_8)) {
            String[] fields = line.split("\t", -1);
            classes.computeIfAbsent(fields[0], name -> new ArrayList<>()).add(new Request(fields));
        }
        return classes;
    }

    private void run(Map<String, List<Request>> classes, PrintWriter times, PrintWriter hits) throws IOException {
        for (int threshold : THRESHOLDS) {
            warm(classes.values().iterator().next(), threshold, START_WARM_NS / THRESHOLDS.length);
        }
        System.out.println("ready");
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            List<Request> requests = classes.get(name);
            for (int threshold : THRESHOLDS) {
                double[] result = time(requests, threshold);
                times.printf("%s\t%d\t%.3f\t%.3f%n", name, threshold, result[0], result[1]);
                times.flush();
            }
            for (Request request : requests) {
                hits.printf("%s\t%d%n", name, searcher.count(request.query()));
            }
            System.out.println(name);
        }
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 4) {
            System.err.println("usage: SearchWords FOLDER QUERIES TIMES HITS");
            System.exit(2);
        }
        try (MMapDirectory directory = new MMapDirectory(Paths.get(arguments[0]));
                DirectoryReader reader = DirectoryReader.open(directory);
                PrintWriter times = new PrintWriter(arguments[2], StandardCharsets.UTF_8);
                PrintWriter hits = new PrintWriter(arguments[3], StandardCharsets.UTF_8)) {
            new SearchWords(new IndexSearcher(reader)).run(read(arguments[1]), times, hits);
        }
        if (sink == 0) {
            System.err.println("no query found anything");
            System.exit(1);
        }
    }
}

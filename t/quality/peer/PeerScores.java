import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a peer reaches in a set, and ours next to it. */
final class PeerScores {
    static final int DEPTH = 10;

    private final Map<String, double[]> ours = new HashMap<>();
    private final Set<String> below = new TreeSet<>();

    /** FOLDER/scores: set, hit@1, nDCG@10. */
    PeerScores(Path folder) throws IOException {
        for (String line : Files.readAllLines(folder.resolve("scores"), StandardCharsets.UTF_8)) {
            String[] columns = line.split("\t");
            ours.put(columns[0], new double[] {Double.parseDouble(columns[1]), Double.parseDouble(columns[2])});
        }
    }

    private static double discounted(int place) {
        return Math.log(2) / Math.log(place + 2);
    }

    /** Asks and prints. Returns hit@1 and nDCG@10. */
    static double[] measure(
            String set, String way, List<PeerQuestions.Question> questions, PeerQuestions.Engine engine)
            throws IOException {
        double hit1 = 0;
        double hit10 = 0;
        double mrr = 0;
        double ndcg = 0;
        for (PeerQuestions.Question question : questions) {
            List<String> answer = engine.answer(question);
            int first = DEPTH;
            double gain = 0;
            double best = 0;
            for (int place = 0; place < DEPTH; place++) {
                if (place < answer.size() && question.right.contains(answer.get(place))) {
                    first = Math.min(first, place);
                    gain += discounted(place);
                }
                best += place < question.right.size() ? discounted(place) : 0;
            }
            hit1 += first == 0 ? 1 : 0;
            hit10 += first < DEPTH ? 1 : 0;
            mrr += first < DEPTH ? 1.0 / (first + 1) : 0;
            ndcg += gain / best;
        }
        int number = questions.size();
        System.out.printf(
                Locale.ROOT,
                "%-20s %4d questions  hit@1 %.4f  hit@10 %.4f  MRR %.4f  nDCG@10 %.4f  Lucene, %s%n",
                set,
                number,
                hit1 / number,
                hit10 / number,
                mrr / number,
                ndcg / number,
                way);
        return new double[] {hit1 / number, ndcg / number};
    }

    /**
     * Prints ours next to the best of theirs, and notes the set where we have the right answer first for more than
     * `tolerance` questions fewer.
     */
    void compareHits(String set, int questions, double best, int tolerance) {
        long behind = Math.round((best - ours.get(set)[0]) * questions);
        String verdict =
                behind <= 0
                        ? "level or better"
                        : String.format(
                                Locale.ROOT,
                                "%d behind, %s",
                                behind,
                                behind <= tolerance ? "within the tolerance of " + tolerance : "BELOW Lucene");
        System.out.printf(
                Locale.ROOT, "%-20s hit@1 %.4f  Lucene's best %.4f  %s%n", set, ours.get(set)[0], best, verdict);
        if (behind > tolerance) {
            below.add(set);
        }
    }

    /** The same for a mean over all questions, without a tolerance. */
    void compareNdcg(String set, double best) {
        double rounding = 0.00005;
        boolean isBelow = ours.get(set)[1] < best - rounding;
        System.out.printf(
                Locale.ROOT,
                "%-20s nDCG@10 %.4f  Lucene's best %.4f  %s%n",
                set,
                ours.get(set)[1],
                best,
                isBelow ? "BELOW Lucene" : "level or better");
        if (isBelow) {
            below.add(set);
        }
    }

    /** Exit status: 1 where a set was below, after a line with their names. */
    int verdict(String peer) {
        System.out.println(peer + (below.isEmpty() ? ": no set is below" : ": BELOW in " + String.join(", ", below)));
        return below.isEmpty() ? 0 : 1;
    }
}

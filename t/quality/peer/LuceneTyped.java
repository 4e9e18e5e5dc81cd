import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;

/**
 * Answers of LuceneTexts, in each of its ways, to queries as people type them (t/quality/typed/peers.hpp), each way in a
 * file of its own.
 *
 * <p>Usage: java -cp ... LuceneTyped FOLDER, which holds records.texts and typed.queries, and gets typed.answers.0 and so on.
 */
public final class LuceneTyped {
    private LuceneTyped() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Paths.get(arguments[0]);
        List<String> queries = Files.readAllLines(folder.resolve("typed.queries"), StandardCharsets.UTF_8);
        int number = 0;
        for (Map.Entry<String, LuceneTexts> way : LuceneTexts.ways(folder).entrySet()) {
            Path file = folder.resolve("typed.answers." + number++);
            try (PrintWriter answers = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
                for (String query : queries) {
                    answers.println(String.join(" ", way.getValue().ask(PeerQuestions.typed(query))));
                }
            }
        }
    }
}

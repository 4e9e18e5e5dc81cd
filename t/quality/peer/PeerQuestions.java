import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The questions of one set (t/quality/peer_files.hpp). */
final class PeerQuestions {
    static final class Question {
        final String words; // as our analyser cuts them, with spaces between
        final String names;
        final Set<String> right;
        final String query; // as typed
        final String storeName;
        final Set<String> places; // ids of the records in its location; null: it has none

        Question(String[] columns, Set<String> places) {
            words = columns[1];
            names = columns[2];
            right = new HashSet<>(Arrays.asList(columns[3].trim().split(" ")));
            query = columns[4];
            storeName = columns[5];
            this.places = places;
        }
    }

    /** Plain words, as typed. */
    static Question typed(String query) {
        return new Question(new String[] {"", "", "", "", query, ""}, null);
    }

    /** Answers a question with ids, the best first. */
    interface Engine {
        List<String> answer(Question question) throws IOException;
    }

    private PeerQuestions() {}

    static List<Question> read(Path folder, String set) throws IOException {
        Map<Integer, Set<String>> filters = new HashMap<>();
        for (String line : Files.readAllLines(folder.resolve(set + ".filters"), StandardCharsets.UTF_8)) {
            List<String> columns = Arrays.asList(line.split("\t"));
            filters.put(Integer.valueOf(columns.get(0)), new HashSet<>(columns.subList(1, columns.size())));
        }
        List<Question> questions = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(set + ".questions"), StandardCharsets.UTF_8)) {
            questions.add(new Question(line.split("\t", -1), filters.get(questions.size())));
        }
        return questions;
    }
}

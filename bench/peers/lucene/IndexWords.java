import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LatLonDocValuesField;
import org.apache.lucene.document.LatLonPoint;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/**
 * Indexes the words file of `bench_search words`, one segment: words with frequencies and norms (no positions: no query needs
 * them), one exact field for each kind of place, the point as LatLonPoint and as doc values.
 */
public final class IndexWords {
    private static final FieldType WORDS = new FieldType();

    static {
        WORDS.setTokenized(true);
        WORDS.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        WORDS.freeze();
    }

    private IndexWords() {}

    // country, country|state|city, country|postal code, latitude, longitude, words
    private static Document documentOf(String line) {
        String[] fields = line.split("\t", -1);
        Document document = new Document();
        document.add(new StringField("country", fields[0], Field.Store.NO));
        document.add(new StringField("city", fields[1], Field.Store.NO));
        document.add(new StringField("postal", fields[2], Field.Store.NO));
        if (!fields[3].isEmpty()) {
            double latitude = Double.parseDouble(fields[3]);
            double longitude = Double.parseDouble(fields[4]);
            document.add(new LatLonPoint("at", latitude, longitude));
            document.add(new LatLonDocValuesField("at", latitude, longitude));
        }
        document.add(new Field("words", fields[5], WORDS));
        return document;
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: IndexWords WORDS FOLDER");
            System.exit(2);
        }
        Path folder = Paths.get(arguments[1]);
        IndexWriterConfig config = new IndexWriterConfig(new WhitespaceAnalyzer());
        config.setOpenMode(IndexWriterConfig.OpenMode.CREATE);
        config.setRAMBufferSizeMB(512);
        try (BufferedReader lines = Files.newBufferedReader(Paths.get(arguments[0]), StandardCharsets.UTF_8);
                FSDirectory directory = FSDirectory.open(folder);
                IndexWriter writer = new IndexWriter(directory, config)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                writer.addDocument(documentOf(line));
            }
            writer.forceMerge(1);
        }
    }
}

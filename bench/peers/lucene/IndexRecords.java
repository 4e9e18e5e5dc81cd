import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LatLonDocValuesField;
import org.apache.lucene.document.LatLonPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/**
 * Indexes records as JSON Lines, with one writer thread and Lucene's own defaults but for a larger buffer: texts by StandardAnalyzer,
 * exact fields, points, columns of numbers, and the line as it stands, stored.
 */
public final class IndexRecords {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Map<String, String> TEXTS = new HashMap<>();
    private static final Set<String> EXACT =
            new HashSet<>(Arrays.asList("store_id", "brand_id", "country", "state", "city", "zip_code", "root_domain", "place_id"));
    private static final Map<String, Double> NUMBERS = new HashMap<>();

    static {
        TEXTS.put("business_name", "name");
        TEXTS.put("business_categories", "category");
        TEXTS.put("city", "place");
        TEXTS.put("state", "place");
        TEXTS.put("country", "place");
        TEXTS.put("zip_code", "place");
        TEXTS.put("business_keywords", "keywords");
        TEXTS.put("store_description", "description");
        // Each with what one unit of the column stands for.
        NUMBERS.put("num_stores", 1.0);
        NUMBERS.put("google_reviews_count", 1.0);
        NUMBERS.put("google_rating", 0.1);
        NUMBERS.put("price_tier", 1.0);
    }

    private IndexRecords() {}

    private static Document documentOf(String line) throws IOException {
        Document document = new Document();
        double latitude = Double.NaN;
        double longitude = Double.NaN;
        try (JsonParser json = JSON.createParser(line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("no JSON object: " + line);
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.getCurrentName();
                JsonToken value = json.nextToken();
                if (name.equals("latitude")) {
                    latitude = json.getDoubleValue();
                } else if (name.equals("longitude")) {
                    longitude = json.getDoubleValue();
                } else if (value.isNumeric() && NUMBERS.containsKey(name)) {
                    document.add(new NumericDocValuesField(name, Math.round(json.getDoubleValue() / NUMBERS.get(name))));
                } else if (value == JsonToken.VALUE_STRING) {
                    addText(document, name, json.getText());
                } else if (value == JsonToken.START_ARRAY && TEXTS.containsKey(name)) {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        addText(document, name, json.getText());
                    }
                } else {
                    json.skipChildren();
                }
            }
        }
        if (!Double.isNaN(latitude) && !Double.isNaN(longitude)) {
            document.add(new LatLonPoint("at", latitude, longitude));
            document.add(new LatLonDocValuesField("at", latitude, longitude));
        }
        document.add(new StoredField("json", line));
        return document;
    }

    private static void addText(Document document, String name, String text) {
        if (EXACT.contains(name)) {
            document.add(new StringField("exact_" + name, text, Field.Store.NO));
        }
        String field = TEXTS.get(name);
        if (field != null) {
            document.add(new TextField(field, text, Field.Store.NO));
        }
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: IndexRecords CORPUS FOLDER");
            System.exit(2);
        }
        Path folder = Paths.get(arguments[1]);
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
        config.setOpenMode(IndexWriterConfig.OpenMode.CREATE);
        config.setRAMBufferSizeMB(256);
        try (BufferedReader lines = Files.newBufferedReader(Paths.get(arguments[0]), StandardCharsets.UTF_8);
                FSDirectory directory = FSDirectory.open(folder);
                IndexWriter writer = new IndexWriter(directory, config)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                writer.addDocument(documentOf(line));
            }
            writer.commit();
        }
    }
}

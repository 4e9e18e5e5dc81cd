import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;

/** What both of Lucene's ways have in common. */
final class PeerSearch {
    private PeerSearch() {}

    /** Ids of the best documents. `places`: of those that the location leaves; null: it has none. */
    static List<String> best(IndexSearcher searcher, BooleanQuery.Builder query, Set<String> places)
            throws IOException {
        if (places != null) {
            List<BytesRef> ids = places.stream().map(BytesRef::new).collect(Collectors.toList());
            query.add(new TermInSetQuery("id", ids), Occur.FILTER);
        }
        List<String> answer = new ArrayList<>();
        for (ScoreDoc row : searcher.search(query.build(), PeerScores.DEPTH).scoreDocs) {
            answer.add(searcher.doc(row.doc).get("id"));
        }
        return answer;
    }
}

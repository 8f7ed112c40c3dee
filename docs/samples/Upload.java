// java Upload.java BLD-0001 lease.pdf      needs Java 17, STAGEDOOR_URL and STAGEDOOR_API_KEY
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

public class Upload {
  static final String API = System.getenv("STAGEDOOR_URL") + "/external-api";
  static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  static final Pattern CHANGE = Pattern.compile(
      "\"uuid\":\"([^\"]*)\"[^}]*\"previousStatus\":([^,]*),\"currentStatus\":([0-9]*)");

  public static void main(String[] arguments) throws IOException, InterruptedException {
    String asset = arguments[0];
    Path file = Path.of(arguments[1]);

    // 1. Create the document.
    String created = call("POST", "/staged-documents",
        "{\"assetIdentifier\":" + quote(asset) + ",\"name\":" + quote(file.getFileName().toString()) + "}");
    String uuid = text(created, "uuid");

    // 2. Upload the file to the object store, without an API key or other headers.
    HttpRequest upload = HttpRequest.newBuilder(URI.create(text(created, "uploadSignedUrl")))
        .PUT(BodyPublishers.ofFile(file)).build();
    int answer = CLIENT.send(upload, BodyHandlers.discarding()).statusCode();

    // 3. Report the result. It is safe to repeat a report.
    String record = call("PUT", "/staged-documents/" + uuid, "{\"status\":" + (answer == 200 ? 2 : 6) + "}");
    System.out.println(uuid + " is " + text(record, "statusName"));

    // Poll the document until processing has ended, for at most a minute.
    Set<String> unsettled = Set.of("upload_successful", "processing");
    for (int reads = 0; reads < 30 && unsettled.contains(text(record, "statusName")); reads++) {
      Thread.sleep(2_000);
      record = call("GET", "/staged-documents/" + uuid, null);
    }
    System.out.println(uuid + " is now " + text(record, "statusName"));

    // Follow the changes of all documents. Store `after`, and call again every few seconds.
    for (String after = "0", last = ""; !after.equals(last); ) {
      String page = call("GET", "/status-changes?limit=100&after=" + after, null);
      for (MatchResult change : CHANGE.matcher(page).results().toList()) {
        System.out.println(change.group(1) + " " + change.group(2) + " -> " + change.group(3));
      }
      last = after;
      after = first(page, "\"nextAfter\":([0-9]+)");
    }
  }

  static String call(String method, String path, String body) throws IOException, InterruptedException {
    BodyPublisher publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    HttpRequest request = HttpRequest.newBuilder(URI.create(API + path))
        .header("Authorization", "Bearer " + System.getenv("STAGEDOOR_API_KEY"))
        .header("Content-Type", "application/json")
        .method(method, publisher).build();
    var response = CLIENT.send(request, BodyHandlers.ofString());
    if (response.statusCode() >= 400) {
      throw new IOException(text(response.body(), "code") + ": " + text(response.body(), "detail"));
    }
    return response.body();
  }

  // Java has no built-in JSON parser. This reads one string; use Jackson or Gson if you have it.
  static String text(String json, String name) {
    return first(json, "\"" + name + "\":\"([^\"]*)\"");
  }

  static String first(String json, String pattern) {
    return Pattern.compile(pattern).matcher(json).results().findFirst().orElseThrow().group(1);
  }

  static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}

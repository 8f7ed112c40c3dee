// dotnet run Upload.cs BLD-0001 lease.pdf      needs .NET 10, STAGEDOOR_URL and STAGEDOOR_API_KEY
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

string asset = args[0], file = args[1];
string api = Environment.GetEnvironmentVariable("STAGEDOOR_URL") + "/external-api";
string? key = Environment.GetEnvironmentVariable("STAGEDOOR_API_KEY");
using var client = new HttpClient();

// 1. Create the document.
JsonNode created = await Call(HttpMethod.Post, "/staged-documents", new JsonObject
{
    ["assetIdentifier"] = asset,
    ["name"] = Path.GetFileName(file),
});
string uuid = Text(created, "uuid");

// 2. Upload the file to the object store, without an API key or other headers.
using var content = new StreamContent(File.OpenRead(file));
using var uploaded = await client.PutAsync(Text(created, "uploadSignedUrl"), content);

// 3. Report the result. It is safe to repeat a report.
int status = uploaded.StatusCode == HttpStatusCode.OK ? 2 : 6;
JsonNode record = await Call(HttpMethod.Put, $"/staged-documents/{uuid}", new JsonObject { ["status"] = status });
Console.WriteLine($"{uuid} is {Text(record, "statusName")}");

// Poll the document until processing has ended, for at most a minute.
for (int reads = 0; reads < 30 && Text(record, "statusName") is ("upload_successful" or "processing"); reads++)
{
    await Task.Delay(TimeSpan.FromSeconds(2));
    record = await Call(HttpMethod.Get, $"/staged-documents/{uuid}");
}
Console.WriteLine($"{uuid} is now {Text(record, "statusName")}");

// Follow the changes of all documents. Store `after`, and call again every few seconds.
long after = 0;
while (true)
{
    JsonNode page = await Call(HttpMethod.Get, $"/status-changes?after={after}&limit=100");
    JsonArray changes = page["items"]!.AsArray();
    if (changes.Count == 0) break;
    foreach (JsonNode? change in changes)
    {
        string previous = change!["previousStatus"]?.ToString() ?? "null";
        Console.WriteLine($"{Text(change, "uuid")} {previous} -> {change["currentStatus"]}");
    }
    after = (long)page["nextAfter"]!;
}

async Task<JsonNode> Call(HttpMethod method, string path, JsonObject? body = null)
{
    using var request = new HttpRequestMessage(method, api + path);
    request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
    if (body != null) request.Content = new StringContent(body.ToJsonString(), Encoding.UTF8, "application/json");
    using var response = await client.SendAsync(request);
    JsonNode answer = JsonNode.Parse(await response.Content.ReadAsStringAsync())!;
    if (!response.IsSuccessStatusCode) throw new HttpRequestException($"{answer["code"]}: {answer["detail"]}");
    return answer;
}

static string Text(JsonNode node, string name) => (string)node[name]!;

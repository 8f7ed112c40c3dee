import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What the reference page loads, and nothing else of the package; made by swagger-ui-dist (decision 0020). */
const ASSETS = new Map([
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
  ["swagger-ui.css", "text/css; charset=utf-8"],
]);

/** Public, like the page that needs them. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { file } = await params;
  const contentType = ASSETS.get(file);
  if (!contentType) return new Response("There is no such file.", { status: 404 });
  const folder = join(/* turbopackIgnore: true */ process.cwd(), "node_modules", "swagger-ui-dist");
  return new Response(await readFile(join(/* turbopackIgnore: true */ folder, file)), {
    headers: {
      "content-type": contentType,
      "cache-control": "public, max-age=86400",
      "x-content-type-options": "nosniff",
    },
  });
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { version as VERSION } from "pdfjs-dist/package.json";

const SCRIPT = "text/javascript; charset=utf-8";
const BYTES = "application/octet-stream";

/** The only files of the PDF library that the preview loads after its first script (decision 0057). */
const ASSETS: readonly (readonly [path: RegExp, contentType: string])[] = [
  [/^legacy\/build\/pdf\.worker\.min\.mjs$/, SCRIPT],
  [/^wasm\/openjpeg_nowasm_fallback\.js$/, SCRIPT],
  [/^cmaps\/[\w-]+\.bcmap$/, BYTES],
  [/^standard_fonts\/[\w-]+\.(pfb|ttf)$/, BYTES],
];

/** Public, like every script. With the version in the path, responses can be cached forever. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ version: string; file: string[] }> },
): Promise<Response> {
  const { version, file } = await params;
  const path = file.join("/");
  const [, contentType] = ASSETS.find(([pattern]) => pattern.test(path)) ?? [];
  if (version !== VERSION || contentType === undefined) return notFound();
  const folder = join(/* turbopackIgnore: true */ process.cwd(), "node_modules", "pdfjs-dist");
  const bytes = await readFile(join(/* turbopackIgnore: true */ folder, path)).catch(() => null);
  if (bytes === null) return notFound();
  return new Response(bytes, {
    headers: {
      "content-type": contentType,
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}

const notFound = () => new Response("This file does not exist.", { status: 404 });

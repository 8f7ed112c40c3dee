import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { version as VERSION } from "pdfjs-dist/package.json";
import { currentResponse } from "@/app/serving/current-response";

const SCRIPT = "text/javascript; charset=utf-8";
const BYTES = "application/octet-stream";

/** The only files of the PDF library that the preview loads after its first script (decision 0057). */
const ASSETS: readonly (readonly [path: RegExp, contentType: string])[] = [
  [/^legacy\/build\/pdf(\.worker)?\.min\.mjs$/, SCRIPT],
  [/^wasm\/openjpeg_nowasm_fallback\.js$/, SCRIPT],
  [/^cmaps\/[\w-]+\.bcmap$/, BYTES],
  [/^standard_fonts\/[\w-]+\.(pfb|ttf)$/, BYTES],
];

const compress = promisify(gzip);

/**
 * The compressed scripts, 0.5 MB in total. Each is compressed only once, because the first preview has to wait for the
 * compression.
 */
const compressed = new Map<string, Promise<Buffer | null>>();

/** Public, like every script. With the version in the path, responses can be cached forever. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ version: string; file: string[] }> },
): Promise<Response> {
  const { version, file } = await params;
  const path = file.join("/");
  const [, contentType] = ASSETS.find(([pattern]) => pattern.test(path)) ?? [];
  if (version !== VERSION || contentType === undefined) return notFound();
  const isScript = contentType === SCRIPT;
  // Next does not compress responses from routes, and removes a `content-encoding` header that a route sets.
  const response = isScript && acceptsGzip(request) ? currentResponse() : null;
  const bytes = await (response ? compressedFile(path) : readAsset(path));
  if (bytes === null) return notFound();
  response?.setHeader("content-encoding", "gzip");
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": contentType,
      "cache-control": "public, max-age=31536000, immutable",
      ...(isScript ? { vary: "accept-encoding" } : {}),
    },
  });
}

const acceptsGzip = ({ headers }: Request) =>
  /(^|,)\s*gzip\s*(,|$)/i.test(headers.get("accept-encoding") ?? "");

function compressedFile(path: string): Promise<Buffer | null> {
  const known = compressed.get(path);
  if (known !== undefined) return known;
  const compressing = readAsset(path).then((bytes) => bytes && compress(bytes));
  compressed.set(path, compressing);
  // A promise for a file that could not be read is not kept, because the file may be available next time.
  const forget = () => compressed.delete(path);
  compressing.then((bytes) => {
    if (!bytes) forget();
  }, forget);
  return compressing;
}

function readAsset(path: string): Promise<Buffer | null> {
  const folder = join(/* turbopackIgnore: true */ process.cwd(), "node_modules", "pdfjs-dist");
  return readFile(join(/* turbopackIgnore: true */ folder, path)).catch(() => null);
}

const notFound = () => new Response("This file does not exist.", { status: 404 });

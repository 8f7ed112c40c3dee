import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** A web page that only draws the first page of a PDF, with the library that the product also uses. */
export interface BarePage {
  readonly url: string;
  stop(): Promise<void>;
}

const HTML = `<!doctype html><meta charset="utf-8"><title>bare</title><body><script type="module">
import * as pdfjs from "/pdf.min.mjs";
pdfjs.GlobalWorkerOptions.workerSrc = "/pdf.worker.min.mjs";
const pdf = await pdfjs.getDocument({ url: "/file.pdf", useWasm: false }).promise;
const page = await pdf.getPage(1);
const viewport = page.getViewport({ scale: 1.2 });
const canvas = document.createElement("canvas");
canvas.width = viewport.width;
canvas.height = viewport.height;
await page.render({ canvas, viewport }).promise;
document.body.append(canvas);
</script>`;

/** Serves the page, the library (compressed as the product compresses it), and the file in ranges. */
export async function startBarePage(root: string, pdf: Uint8Array): Promise<BarePage> {
  const folder = join(root, "node_modules/pdfjs-dist/legacy/build");
  const scripts = new Map<string, Buffer>();
  for (const name of ["pdf.min.mjs", "pdf.worker.min.mjs"]) {
    scripts.set(`/${name}`, gzipSync(await readFile(join(folder, name))));
  }
  const server = createServer((request, response) => {
    const { url = "/", headers } = request;
    const script = scripts.get(url);
    if (script) {
      response.setHeader("content-type", "text/javascript");
      response.setHeader("content-encoding", "gzip");
      response.end(script);
    } else if (url === "/file.pdf") sendPart(response, pdf, headers.range);
    else {
      response.setHeader("content-type", "text/html");
      response.end(url === "/" ? HTML : "");
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function sendPart(response: ServerResponse, pdf: Uint8Array, range: string | undefined): void {
  const [, first = "0", last = ""] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  const end = last === "" ? pdf.length - 1 : Math.min(Number(last), pdf.length - 1);
  const part = range ? pdf.subarray(Number(first), end + 1) : pdf;
  response.setHeader("content-type", "application/pdf");
  response.setHeader("accept-ranges", "bytes");
  response.setHeader("content-length", part.length);
  if (range) response.setHeader("content-range", `bytes ${first}-${end}/${pdf.length}`);
  response.writeHead(range ? 206 : 200).end(part);
}

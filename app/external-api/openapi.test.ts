import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";
import { prepareApi } from "../testing/api.fixture";

type Handler = (
  request: Request,
  route: { params: Promise<Record<string, string>> },
) => Promise<Response>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const ROOM = "app/external-api";
const api = prepareApi();

const routeFiles = readdirSync(ROOM, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts"))
  .map((file) => join(ROOM, file));

/** Excludes the two route files that handle every path without a route of its own. */
const served = routeFiles.filter(
  (file) => !file.includes("[...path]") && file !== `${ROOM}/route.ts`,
);

const toPath = (file: string) =>
  dirname(file).replace(/^app/, "").replaceAll("[", "{").replaceAll("]", "}");

const load = async (file: string): Promise<Record<string, Handler>> =>
  import(/* @vite-ignore */ join(process.cwd(), file));

test("the document describes all routes and nothing else", async () => {
  const answered: string[] = [];
  for (const file of served) {
    const route = await load(file);
    for (const method of METHODS) {
      const answer = await route[method]?.(request(method), { params });
      if (answer && answer.status !== 405) answered.push(`${method} ${toPath(file)}`);
    }
  }
  const described = Object.entries(openApiDocument(api.container.publicUrl).paths).flatMap(
    ([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(served.length).toBeGreaterThan(8);
  expect(answered.sort()).toEqual(described.sort());
});

test("the document is available without a key and contains the installation's address", async () => {
  const route = await load(`${ROOM}/openapi.json/route.ts`);
  const answer = await route.GET?.(request("GET"), { params });
  expect(answer?.status).toBe(200);
  expect(await answer?.json()).toEqual(openApiDocument(api.container.publicUrl));
});

const params = Promise.resolve({ uuid: "nonsense", id: "nonsense" });
const request = (method: string) => new Request("http://127.0.0.1:3000/", { method });

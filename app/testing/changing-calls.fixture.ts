import { readdirSync } from "node:fs";
import { resolve } from "node:path";

const ROOTS = ["app/api/cockpit", "app/external-api"];
const READING = ["GET", "HEAD", "OPTIONS"];

type Handler = (request: Request, route: { params: Promise<object> }) => Promise<Response>;

/**
 * Returns every call in the route files that may change something, such as `PUT /api/cockpit/users/[id]/role`. The API
 * under test must have been started.
 */
export async function changingCalls(): Promise<string[]> {
  const files = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("route.ts") && !file.startsWith("[...path]"))
      .map((file) => `${root}/${file}`),
  );
  const calls = files.map(async (file) => {
    const route: Record<string, Handler> = await import(/* @vite-ignore */ resolve(file));
    const url = `http://127.0.0.1:3000/${file}`;
    const options = new Request(url, { method: "OPTIONS" });
    const answer = await route.OPTIONS?.(options, { params: Promise.resolve({}) });
    const methods = (answer?.headers.get("allow") ?? "").split(", ").filter(Boolean);
    const path = file.replace(/^app/, "").replace(/\/route\.ts$/, "");
    return methods.filter((name) => !READING.includes(name)).map((name) => `${name} ${path}`);
  });
  return (await Promise.all(calls)).flat().toSorted();
}

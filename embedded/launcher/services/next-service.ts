import { totalmem } from "node:os";
import { constrainedMemory } from "node:process";
import { z } from "zod";
import type { Settings } from "@/lib/env/read-settings";
import { parseJson } from "../../small-files";
import type { Environment, LauncherMode } from "../environment";
import { END_WITH_LAUNCHER } from "./node-child";
import {
  APPLICATION_START_TIMEOUT_MS,
  type ChildSurroundings,
  createNodeService,
} from "./node-service";
import { untilAnswers200 } from "./readiness";
import { reachableHost, type Service } from "./service";

/** A part that is still unavailable after this time is probably configured incorrectly. */
const UNREADY_PATIENCE_MS = 10_000;

const MEBIBYTE = 2 ** 20;
const HEAP_MEGABYTES_MIN = 256;
const HEAP_MEGABYTES_MAX = 1024;

/**
 * Returns the argument for `node` that limits the application's heap to an eighth of the memory that this machine, or its
 * container, gives us. By default, V8 lets garbage grow to up to 4 GB before it collects all of it (decision 0075).
 * @returns nothing in development, where Next compiles in the same process, and nothing if the operator chose a limit
 */
export function heapLimit(
  mode: LauncherMode,
  { NODE_OPTIONS = "" }: Environment,
  memoryBytes: number = Math.min(totalmem(), constrainedMemory() || Number.POSITIVE_INFINITY),
): string[] {
  if (mode === "dev" || /--max[-_]old[-_]space[-_]size/.test(NODE_OPTIONS)) return [];
  const eighth = Math.floor(memoryBytes / 8 / MEBIBYTE);
  const megabytes = Math.min(HEAP_MEGABYTES_MAX, Math.max(HEAP_MEGABYTES_MIN, eighth));
  return [`--max-old-space-size=${megabytes}`];
}

/**
 * Creates the service of the web application. The first time, it is ready only when it reaches its database and its
 * object store, so that a wrong setting shows immediately. A full disk does not prevent startup, because deleting
 * documents makes room. Later, it is ready when it responds: while another part is down, its 503 is better than no
 * response.
 */
export function createNextService(
  mode: LauncherMode,
  settings: Settings,
  surroundings: ChildSurroundings,
): Service {
  const { host, port } = settings;
  const args = ["app/serving/server.mjs", "--hostname", host, "--port", String(port)];
  args.push("--upload-origin", uploadOrigin(settings));
  if (settings.publicUrl.startsWith("https://")) args.push("--https");
  if (mode === "dev") args.push("--dev");
  const health = `http://${reachableHost(host)}:${port}/api/health`;
  const isGoodEnough = (body: string, durationMs: number) => {
    if (isOnlyFull(body)) return true;
    if (durationMs > UNREADY_PATIENCE_MS) throw new Error(explainUnready(settings, body));
    return false;
  };
  return createNodeService(
    {
      name: "next",
      title: "The application",
      args: [...heapLimit(mode, surroundings.environment), ...END_WITH_LAUNCHER, ...args],
      startTimeoutMs: APPLICATION_START_TIMEOUT_MS,
      untilReady: (_child, isFirstStart, signal) =>
        untilAnswers200(`${health}/${isFirstStart ? "ready" : "live"}`, isGoodEnough, signal),
    },
    surroundings,
  );
}

/**
 * Returns the origin of signed URLs, to which browsers send files. In virtual-host style, the bucket has its own host.
 */
export function uploadOrigin({
  objectStore,
  objectStorePublicUrl,
}: Pick<Settings, "objectStore" | "objectStorePublicUrl">): string {
  const { protocol, host } = new URL(objectStore?.publicEndpoint ?? objectStorePublicUrl);
  if (!objectStore || objectStore.forcePathStyle) return `${protocol}//${host}`;
  return `${protocol}//${objectStore.bucket}.${host}`;
}

/** The response of `/api/health/ready` if a part is unavailable. */
const answerSchema = z.object({
  parts: z.object({ database: z.string(), objectStore: z.string() }),
  reasons: z.array(z.string()).default([]),
});

/** Matches reasons that concern required parts. Other reasons are advice about settings and do not prevent startup. */
const NEEDED = /^The (disk of the )?(database|object store) /;

/** Returns whether the response reports no problem other than a full disk. */
export function isOnlyFull(body: string): boolean {
  const { parts } = answerSchema.safeParse(parseJson(body)).data ?? {};
  if (!parts) return false;
  const states = Object.values(parts);
  return states.includes("full") && states.every((state) => state === "full" || state === "ok");
}

const ANSWER_CHARACTERS_SHOWN = 300;

/**
 * Explains a response that says that the application is not ready: which disk is full, or which part is not responding
 * and which setting selects it.
 */
export function explainUnready(
  settings: Pick<Settings, "databaseUrl" | "objectStore">,
  body: string,
): string {
  const titles = {
    database: settings.databaseUrl ? "the database of DATABASE_URL" : "the embedded database",
    objectStore: settings.objectStore
      ? "the object store of S3_ENDPOINT"
      : "the embedded object store",
  };
  const { parts, reasons = [] } = answerSchema.safeParse(parseJson(body)).data ?? {};
  if (parts && Object.values(parts).includes("full")) {
    const needed = reasons.filter((reason) => NEEDED.test(reason));
    return needed.join(" ").replace(/\.$/, "");
  }
  const silent = (["database", "objectStore"] as const).filter(
    (part) => parts && parts[part] !== "ok",
  );
  // A proxy or another program may respond on our port; its text is shown unchanged.
  if (silent.length === 0) return `it says ${body.slice(0, ANSWER_CHARACTERS_SHOWN)}`;
  const verb = silent.length === 1 ? "does" : "do";
  return `${silent.map((part) => titles[part]).join(" and ")} ${verb} not answer`;
}

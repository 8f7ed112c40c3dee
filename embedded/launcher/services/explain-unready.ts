import { z } from "zod";
import type { Settings } from "@/lib/env/read-settings";
import { parseJson } from "../../parse-json";

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

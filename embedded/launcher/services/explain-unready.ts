import { z } from "zod";
import type { Settings } from "@/lib/env/read-settings";
import { parseJson } from "../../parse-json";

/** What `/api/health/ready` answers when a part is missing. */
const answerSchema = z.object({
  parts: z.object({ database: z.string(), objectStore: z.string() }),
  reasons: z.array(z.string()).default([]),
});

/** Reasons about parts that are needed; others are advice about settings and stop no start. */
const NEEDED = /^The (disk of the )?(database|object store) /;

/** Whether the application answers that nothing is wrong with its parts but a full disk. */
export function isOnlyFull(body: string): boolean {
  const { parts } = answerSchema.safeParse(parseJson(body)).data ?? {};
  if (!parts) return false;
  const states = Object.values(parts);
  return states.includes("full") && states.every((state) => state === "full" || state === "ok");
}

const ANSWER_CHARACTERS_SHOWN = 300;

/**
 * The application's answer that it is not ready in words: whose disk is full, or which part does not answer and which setting
 * chose it.
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
  // A proxy or another program may answer on our port: its words are shown as they are.
  if (silent.length === 0) return `it says ${body.slice(0, ANSWER_CHARACTERS_SHOWN)}`;
  const verb = silent.length === 1 ? "does" : "do";
  return `${silent.map((part) => titles[part]).join(" and ")} ${verb} not answer`;
}

import { z } from "zod";
import type { Settings } from "@/lib/env/read-settings";

/** What `/api/health/ready` answers when a part is missing. */
const answerSchema = z.object({
  parts: z.object({ database: z.string(), objectStore: z.string() }),
});

const ANSWER_CHARACTERS_SHOWN = 300;

/** Turns the application's answer that it is not ready into words: which part does not answer, and which setting chose it. */
export function explainUnready(
  settings: Pick<Settings, "databaseUrl" | "objectStore">,
): (body: string) => string {
  const titles = {
    database: settings.databaseUrl ? "the database of DATABASE_URL" : "the embedded database",
    objectStore: settings.objectStore
      ? "the object store of S3_ENDPOINT"
      : "the embedded object store",
  };
  return (body) => {
    const parts = readParts(body);
    const silent = parts
      ? (["database", "objectStore"] as const).filter((part) => parts[part] !== "ok")
      : [];
    if (silent.length === 0) return `it says ${body.slice(0, ANSWER_CHARACTERS_SHOWN)}`;
    const verb = silent.length === 1 ? "does" : "do";
    return `${silent.map((part) => titles[part]).join(" and ")} ${verb} not answer`;
  };
}

/** null: the answer is not the application's own. */
function readParts(body: string) {
  try {
    return answerSchema.parse(JSON.parse(body)).parts;
  } catch {
    // A proxy or another program answers on our port: its words are shown as they are.
    return null;
  }
}

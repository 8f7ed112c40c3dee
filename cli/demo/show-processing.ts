import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StagedDocumentRecord } from "@/lib/client/answers";
import { STATUS } from "@/lib/documents/rules/status";
import { counted } from "../command/text-table";
import { uploadSourceOf } from "../external-system/local-file";
import type { Narrator } from "./narrator";
import type { NotificationDemo } from "./notification-demo";
import { listReceived } from "./received-changes";

type Classification = NonNullable<StagedDocumentRecord["classification"]>;

/** Made by `npm run demo-samples`. */
const FOLDER = fileURLToPath(new URL("documents", import.meta.url));
/** The expected class of each; null: it cannot be read. */
const EXPECTED: Readonly<Record<string, string | null>> = {
  "betriebskosten.xlsx": "utility-statement",
  "broken.pdf": null,
  "invoice.pdf": "invoice",
  "letter.docx": "correspondence",
  "mietvertrag.pdf": "lease",
  "rechnung-mit-xml.pdf": "invoice",
};
const ASSET_IDENTIFIER = "BLD-0001";
/** Texts for the codes of the decision; other codes are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  "automatic-approval-off": "automatic approval is off",
};

/**
 * Documents are read, and the receiver is notified that they are waiting for review. Shows each value, its place and its confidence.
 * @returns whether every document was classified correctly
 * @throws CommandError when nothing arrives any more
 */
export async function showProcessing(demo: NotificationDemo): Promise<boolean> {
  const { arrivals, client, documents, narrator } = demo;
  narrator.act("Documents are read");
  // Loaded late, like everything that loads the whole application.
  const { readProcessorChoice } = await import("./read-processor-choice");
  const choice = await readProcessorChoice();
  if (choice !== "builtin") {
    narrator.write(`PROCESSOR is ${choice}: Stagedoor does not read documents itself.\n`);
    return true;
  }
  const names = (await readdir(FOLDER)).sort();
  const uuids = new Map<string, string>();
  for (const name of names) {
    const path = join(FOLDER, name);
    const { uuid } = await client.handIn(
      uploadSourceOf({ path, sizeBytes: (await stat(path)).size }),
      {
        assetIdentifier: ASSET_IDENTIFIER,
        name,
        onPassed: (_phase, created) => documents.set(created.uuid, name),
      },
    );
    uuids.set(uuid, name);
  }
  const toReview = () =>
    listReceived(arrivals.all, uuids).filter(
      ({ currentStatus }) => currentStatus === STATUS.waitingForReview,
    );
  await arrivals.until(() => toReview().length >= uuids.size, "the last documents for review");
  let isGood = true;
  for (const [uuid, name] of uuids) {
    const record = await client.get(uuid);
    narrator.write(renderRecord(narrator, name, record));
    const found = record.classification?.documentClass ?? null;
    if (found === EXPECTED[name]) continue;
    isGood = false;
    narrator.write(
      `  ${narrator.tone("bad", `✗ It should be ${EXPECTED[name] ?? "unreadable"}.`)}\n`,
    );
  }
  narrator.write(
    `The receiver was notified of ${counted(toReview().length, "document")} for review:\n`,
  );
  for (const { uuid, arrival } of toReview()) {
    const name = (uuids.get(uuid) ?? uuid).padEnd(34);
    narrator.write(`  ${name}   3 → 4   ${narrator.tone("quiet", arrival.id ?? "")}\n`);
  }
  return isGood;
}

function renderRecord(narrator: Narrator, name: string, record: StagedDocumentRecord): string {
  const { classification, failure } = record;
  const title = `  ${narrator.tone("strong", name)}`;
  if (failure) return `${title}: ${failure.code}\n    ${failure.message}\n\n`;
  if (!classification) return `${title}: no data\n\n`;
  const { documentClass, score, language, fields } = classification;
  const lines = [
    `${title}: ${documentClass} ${percent(score)}, language ${language ?? "unknown"}`,
    ...fields.map((field) => `    ${renderField(field)}`),
    `    For review: ${whyOf(classification)}`,
  ];
  return `${lines.join("\n")}\n\n`;
}

function renderField({
  name,
  value,
  score,
  label,
  text,
}: Classification["fields"][number]): string {
  const source = [label, text].filter((part) => part !== null && part !== undefined).join(" | ");
  return `${name.padEnd(14)} ${value.padEnd(36)} ${percent(score).padStart(5)}  “${source}”`;
}

/** Why a person must review it: the decision and the findings. */
function whyOf({ decision, findings }: Classification): string {
  const found = (findings ?? []).map(({ code, parameters }) => {
    const details = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
    return details.length > 0 ? `${code} (${details.join(", ")})` : code;
  });
  const reasons = (decision?.reasons ?? []).map((code) => REASONS[code] ?? code);
  return [...reasons, ...found].join("; ");
}

const percent = (score: number) => `${Math.floor(score * 100)} %`;

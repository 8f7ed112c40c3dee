import { type FileHandle, open, readFile } from "node:fs/promises";
import { z } from "zod";
import { CommandError } from "../command/command-error";

const journalEntry = z.strictObject({
  /** The address of the Stagedoor and the asset are included because several commands may share a journal. */
  url: z.string(),
  assetIdentifier: z.string(),
  /** Relative to the folder where the command ran. */
  path: z.string(),
  /** The digest of the content, in lower-case hex. */
  sha256: z.string(),
  uuid: z.string(),
  /** `failed` means that this document is abandoned. The next run creates a new document for the file. */
  phase: z.enum(["created", "uploaded", "reported", "failed"]),
});

/** One line of the journal: the latest response about one file. */
export type UploadJournalEntry = z.infer<typeof journalEntry>;
/** The file that a line is about. */
export type JournalKey = Omit<UploadJournalEntry, "uuid" | "phase">;

/** What an earlier run recorded about a file. */
export interface EarlierRun {
  /** The latest document; null if there is none or it was abandoned. */
  readonly uuid: string | null;
  readonly isReported: boolean;
  /** How many documents of this file failed permanently. */
  readonly failures: number;
}

/** An append-only file with one JSON line per response. */
export interface UploadJournal {
  recall(key: JournalKey): EarlierRun;
  /** Resolves when the line has been written, before the next step starts. */
  note(entry: UploadJournalEntry): Promise<void>;
  close(): Promise<void>;
}

/** Reads the entries of earlier runs and appends to them. @throws CommandError if the journal cannot be used */
export async function openUploadJournal(path: string): Promise<UploadJournal> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw new CommandError(`The journal ${path} cannot be read.`, { cause: error });
  });
  const earlier = parseJournal(path, text);
  const file: FileHandle = await open(path, "a", 0o600).catch((cause: unknown) => {
    throw new CommandError(
      `The journal ${path} cannot be written. Choose another file with --journal.`,
      { cause },
    );
  });
  // The next line must not be appended to a line that an interruption cut off.
  if (text !== "" && !text.endsWith("\n")) await file.appendFile("\n");
  return {
    recall: (key) => earlier.get(keyText(key)) ?? NOTHING,
    note: async (entry) => file.appendFile(`${JSON.stringify(entry)}\n`),
    close: () => file.close(),
  };
}

const NOTHING: EarlierRun = { uuid: null, isReported: false, failures: 0 };

const keyText = ({ url, assetIdentifier, path, sha256 }: JournalKey) =>
  JSON.stringify([url, assetIdentifier, path, sha256]);

function parseJournal(path: string, text: string): Map<string, EarlierRun> {
  const earlier = new Map<string, EarlierRun>();
  for (const line of text.split("\n")) {
    const entry = parseLine(line);
    if (entry === null) continue;
    if (entry === "foreign") {
      throw new CommandError(
        `${path} is not a journal of this command. Choose another file with --journal.`,
      );
    }
    const key = keyText(entry);
    earlier.set(key, after(earlier.get(key) ?? NOTHING, entry));
  }
  return earlier;
}

function after({ failures }: EarlierRun, { phase, uuid }: UploadJournalEntry): EarlierRun {
  if (phase === "failed") return { uuid: null, isReported: false, failures: failures + 1 };
  return { uuid, isReported: phase === "reported", failures };
}

/** Returns null for an empty line and for a line cut off by an interruption. */
function parseLine(line: string): UploadJournalEntry | null | "foreign" {
  if (!line.startsWith("{")) return line === "" ? null : "foreign";
  try {
    return journalEntry.safeParse(JSON.parse(line)).data ?? "foreign";
  } catch {
    // The line was cut off. What it recorded is read from Stagedoor again.
    return null;
  }
}

import { randomBytes } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { waitForFolderLock } from "@stagedoor/object-store/folder-lock";
import { PREVIOUS_SECRET_VALID_SECONDS } from "@/lib/notifications/rules/webhook-secret";
import { parseJson } from "../parse-json";
import { readFileIfExists } from "../read-file-if-exists";
import { writeFileAtomically } from "../write-file-atomically";
import { authorityFile, issueCertificates, readOrCreateAuthority } from "./certificates";
import { secretsSchema } from "./control-api";
import { type Receiver, type ReceiverOptions, startReceiver } from "./receiver";

const NOTIFICATIONS_KEPT = 1_000;
const CONTROL_TOKEN_BYTES = 32;

/** A receiver that stores its authority and its notifications in `<dataDir>/receiver/`. */
export interface KeptReceiver extends Receiver {
  /** The PEM file that a sender sets as WEBHOOK_EXTRA_CA_FILE. */
  readonly authorityFile: string;
}

/** The options of a kept receiver. */
export interface KeptReceiverOptions extends Pick<ReceiverOptions, "port" | "secrets" | "print"> {
  readonly dataDir: string;
  /** Whether secrets that are set at run time remain in use after a restart, in addition to `secrets`. */
  readonly keepsSecrets: boolean;
  /** A random token by default. */
  readonly controlToken?: string;
  /** How long to wait for an owner that is about to release the folder. By default, the receiver does not wait. */
  readonly folderPatienceMs?: number;
}

/**
 * Starts a receiver as the only owner of its folder. After a restart, it has the same authority, the last 1,000
 * notifications, and the ids of the notifications that it answered with 200.
 * @throws FolderInUseError if another process holds the folder; Error if the port is in use
 */
export async function startKeptReceiver({
  dataDir,
  keepsSecrets,
  folderPatienceMs = 0,
  controlToken = randomBytes(CONTROL_TOKEN_BYTES).toString("base64url"),
  ...options
}: KeptReceiverOptions): Promise<KeptReceiver> {
  const folder = receiverFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const deadlineMs = Date.now() + folderPatienceMs;
  const lock = await waitForFolderLock(join(folder, ".lock"), () => Date.now() < deadlineMs);
  try {
    const now = new Date();
    const secretsFile = join(folder, "secrets.json");
    const keptSecrets = keepsSecrets ? readKeptSecrets(secretsFile, now, options.print) : [];
    const receiver = await startReceiver({
      ...options,
      controlToken,
      // The launcher's secrets date from the start of Stagedoor, and the stored secrets may come from a later rotation.
      secrets: [...new Set([...options.secrets, ...keptSecrets])],
      keepSecrets: (secrets) => {
        if (keepsSecrets) writeFileAtomically(secretsFile, `${JSON.stringify(secrets)}\n`);
      },
      certificates: await issueCertificates(await readOrCreateAuthority(folder, now), now),
      logFile: join(folder, "notifications.jsonl"),
      notificationsKept: NOTIFICATIONS_KEPT,
      onChange: () => undefined,
    });
    return {
      ...receiver,
      authorityFile: authorityFile(folder),
      stop: () => receiver.stop().finally(() => lock.release()),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Returns the folder that contains a receiver's files. */
export const receiverFolder = (dataDir: string) => join(dataDir, "receiver");

/** All secrets except the newest one expire a day after they were written. An unreadable file counts as empty. */
function readKeptSecrets(file: string, now: Date, print: (line: string) => void) {
  const text = readFileIfExists(file);
  if (text === null) return [];
  const secrets = secretsSchema.safeParse(parseJson(text)).data ?? null;
  if (secrets === null) {
    print(`${file} contains no signing secrets and was skipped.`);
    return [];
  }
  const ageSeconds = (now.getTime() - statSync(file).mtimeMs) / 1_000;
  return ageSeconds > PREVIOUS_SECRET_VALID_SECONDS ? secrets.slice(0, 1) : secrets;
}

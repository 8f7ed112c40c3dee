import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../parse-json";
import { readFileIfExists } from "../../read-file-if-exists";
import { writeFileAtomically } from "../../write-file-atomically";
import { StartError } from "../start-error";

const secretsSchema = z.object({
  objectStoreAccessKeyId: z.string().min(16),
  objectStoreSecretAccessKey: z.string().min(32),
  /** 32 bytes as base64url: what the application seals stored secrets with. */
  encryptionKey: z.string().regex(/^[\w-]{43}$/),
  inngestEventKey: z.string().regex(/^[\w-]{43}$/),
  inngestSigningKey: z.string().regex(/^signkey-prod-[\da-f]{64}$/),
  /** What steers the built-in receiver. */
  receiverControlToken: z.string().regex(/^[\w-]{43}$/),
});

/** What the embedded parts use among themselves, and the application for itself. Never log it. */
export type Secrets = Readonly<z.infer<typeof secretsSchema>>;

/**
 * Reads the secrets of a data folder; generates them once, readable by the owner only. A file of a version that knew fewer
 * gets the others added.
 * @throws StartError when the file is there but not usable: new secrets would break signed URLs that are out.
 */
export function readOrCreateSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.json");
  const text = readFileIfExists(file);
  const found = text === null ? {} : parseSecrets(file, text);
  const secrets = { ...generateSecrets(), ...found };
  if (Object.keys(found).length < Object.keys(secrets).length) {
    writeFileAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`);
  }
  return secrets;
}

/** What came after the first version: without it, nothing was sealed and no executor ran yet. */
const foundSchema = secretsSchema.partial({
  encryptionKey: true,
  inngestEventKey: true,
  inngestSigningKey: true,
  receiverControlToken: true,
});

function parseSecrets(file: string, text: string): z.infer<typeof foundSchema> {
  const { data } = foundSchema.safeParse(parseJson(text));
  if (data) return data;
  // No cause: its message could repeat parts of the file.
  throw new StartError(
    `The file ${file} cannot be used. Restore it from a backup, or delete it to create new secrets.`,
  );
}

const generateSecrets = (): Secrets => ({
  objectStoreAccessKeyId: randomBytes(10).toString("hex").toUpperCase(),
  objectStoreSecretAccessKey: randomBytes(32).toString("base64url"),
  encryptionKey: randomBytes(32).toString("base64url"),
  inngestEventKey: randomBytes(32).toString("base64url"),
  inngestSigningKey: `signkey-prod-${randomBytes(32).toString("hex")}`,
  receiverControlToken: randomBytes(32).toString("base64url"),
});

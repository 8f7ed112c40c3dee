import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { parseJson, readFileIfExists, writeFileAtomically } from "../../small-files";
import { StartError } from "../terminal";

const secretsSchema = z.object({
  objectStoreAccessKeyId: z.string().min(16),
  objectStoreSecretAccessKey: z.string().min(32),
  /** 32 bytes as base64url; the application encrypts stored secrets with them. */
  encryptionKey: z.string().regex(/^[\w-]{43}$/),
  inngestEventKey: z.string().regex(/^[\w-]{43}$/),
  inngestSigningKey: z.string().regex(/^signkey-prod-[\da-f]{64}$/),
  /** The token for controlling the built-in receiver. */
  receiverControlToken: z.string().regex(/^[\w-]{43}$/),
});

/** The secrets that the embedded parts and the application share. Never log them. */
export type Secrets = Readonly<z.infer<typeof secretsSchema>>;

/**
 * Reads the secrets of a data folder, or generates them the first time, readable only by the owner. Secrets that an older
 * version did not have are added.
 * @throws StartError if the file exists but cannot be used, because new secrets would break signed URLs already in use
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

/** The secrets added after the first version, which did not encrypt anything or run an executor. */
const foundSchema = secretsSchema.partial({
  encryptionKey: true,
  inngestEventKey: true,
  inngestSigningKey: true,
  receiverControlToken: true,
});

function parseSecrets(file: string, text: string): z.infer<typeof foundSchema> {
  const { data } = foundSchema.safeParse(parseJson(text));
  if (data) return data;
  // The error has no cause, because the cause's message could repeat parts of the file.
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

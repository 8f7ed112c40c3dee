import type { ListedApiKey } from "@/lib/accounts/access-ports";
import {
  OVERLAP_SECONDS,
  type Overlap,
  REVOCATION_SECONDS_MAX,
  SETTING_KEY_NAME,
} from "@/lib/accounts/rules/api-key";
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from "@/lib/accounts/use-cases/api-keys";
import { COMMAND_AUTHOR, isScope, SCOPES, type Scope } from "@/lib/kernel/rules/actor";
import { command, operand, optional, type Program, required } from "../command/command";
import { CommandError } from "../command/command-error";
import { renderTable, renderTime } from "../command/text-table";
import { withContainer } from "../command/with-container";

/** `npm run api-key`. */
export const API_KEY: Program = {
  name: "api-key",
  note: `Scopes: ${SCOPES.join(", ")}`,
  commands: {
    create: command({
      does: "Creates a key and shows it once.",
      parameters: {
        name: required("<name>"),
        scopes: required("<scope,…|all>"),
        expires: optional("<2027-01-31|90d>"),
        network: optional("<203.0.113.0/24,…>"),
      },
      run: async ({ name, scopes, expires, network }) => {
        const input = {
          name,
          scopes: readScopes(scopes),
          author: COMMAND_AUTHOR,
          expiresAt: expires === undefined ? null : readExpiry(expires, new Date()),
          allowedNetworks: network?.split(",") ?? [],
        };
        return withContainer(async ({ ports }) => renderCreated(await createApiKey(ports, input)));
      },
    }),
    list: command({
      does: "Lists all keys and their states. No key is shown in full.",
      parameters: {},
      run: () => withContainer(async ({ ports }) => renderApiKeys(await listApiKeys(ports))),
    }),
    rotate: command({
      does: "Creates a key that replaces an existing one, and shows it once. Both work until the overlap ends.",
      parameters: { idOrPrefix: operand("id or prefix"), overlap: optional("<1h|24h|7d>") },
      run: async ({ idOrPrefix, overlap = "24h" }) => {
        const input = { idOrPrefix, overlap: readOverlap(overlap), author: COMMAND_AUTHOR };
        return withContainer(async ({ ports }) => renderRotated(await rotateApiKey(ports, input)));
      },
    }),
    revoke: command({
      does: "Revokes a key permanently.",
      parameters: { idOrPrefix: operand("id or prefix") },
      run: ({ idOrPrefix }) =>
        withContainer(async ({ ports }) => {
          const input = { idOrPrefix, author: COMMAND_AUTHOR };
          const { name, prefix } = await revokeApiKey(ports, input);
          const revoked = `The key ${prefix}… "${name}" is revoked. It stops working within ${REVOCATION_SECONDS_MAX} seconds.\n`;
          return name === SETTING_KEY_NAME ? revoked + RESTORED : revoked;
        }),
    }),
  },
};

const RESTORED = `It will be restored when Stagedoor next starts, unless you change or remove the setting ${SETTING_KEY_NAME}.\n`;

/** Parses the time for which both keys remain valid after a rotation. @throws CommandError */
function readOverlap(text: string): Overlap {
  if (isOverlap(text)) return text;
  const words = Object.keys(OVERLAP_SECONDS).join(", ");
  throw new CommandError(`The option --overlap must be one of ${words}.`);
}

const isOverlap = (text: string): text is Overlap => Object.hasOwn(OVERLAP_SECONDS, text);

/** Parses the scopes from a list such as `documents:read,documents:write`, or from `all`. @throws CommandError */
export function readScopes(text: string): readonly Scope[] {
  if (text === "all") return SCOPES;
  const words = text.split(",").map((word) => word.trim());
  const unknown = words.filter((word) => !isScope(word));
  if (unknown.length === 0) return words.filter(isScope);
  throw new CommandError(
    `There is no scope ${unknown.map((word) => `"${word}"`).join(", ")}. Scopes: ${SCOPES.join(", ")}, or all.`,
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Parses the time at which a key expires: the start of a date (UTC), or a number of days from now. @throws CommandError
 */
export function readExpiry(text: string, now: Date): Date {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * DAY_MS);
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00.000Z` : Number.NaN);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (isDay) return date;
  throw new CommandError(
    "The option --expires takes a date such as 2027-01-31, or a number of days such as 90d.",
  );
}

const HEADER = [
  "prefix",
  "name",
  "scopes",
  "networks",
  "created",
  "last used",
  "expires",
  "state",
  "id",
];

/** Renders one aligned line per key; times are in UTC. */
function renderApiKeys(keys: Awaited<ReturnType<typeof listApiKeys>>): string {
  const rows = keys.map((key) => [
    key.prefix,
    key.name,
    renderScopes(key.scopes),
    key.allowedNetworks.join(",") || "all",
    renderTime(key.createdAt),
    renderTime(key.lastUsedAt),
    renderTime(key.expiresAt),
    key.state,
    key.id,
  ]);
  return renderTable(HEADER, rows);
}

/** Renders the new key, which is not shown again. */
function renderCreated({ key, stored }: Awaited<ReturnType<typeof createApiKey>>): string {
  return `${key}\n\n${describe(stored)}\n${ONCE}`;
}

/** Renders the replacement key, which is not shown again, and how long the previous one remains valid. */
function renderRotated({
  key,
  stored,
  previousExpiresAt,
}: Awaited<ReturnType<typeof rotateApiKey>>): string {
  const end = `The previous key works until ${renderTime(previousExpiresAt)} UTC.`;
  return `${key}\n\n${describe(stored)}\n${end}\n${ONCE}`;
}

const ONCE = "It is shown only once. Store it with your secrets.\n";

function describe({
  name,
  scopes,
  expiresAt,
  allowedNetworks,
}: Pick<ListedApiKey, "name" | "scopes" | "expiresAt" | "allowedNetworks">): string {
  const until = expiresAt ? `until ${renderTime(expiresAt)} UTC` : "until it is revoked";
  const from = allowedNetworks.length > 0 ? ` from ${allowedNetworks.join(", ")}` : "";
  return `This is the key "${name}" (${renderScopes(scopes)}), valid ${until}${from}.`;
}

const renderScopes = (scopes: readonly string[]) =>
  scopes.length === SCOPES.length ? "all" : scopes.join(",") || "none";

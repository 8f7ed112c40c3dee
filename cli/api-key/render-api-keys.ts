import type { ListedApiKey } from "@/lib/accounts/ports/api-keys";
import type { createApiKey } from "@/lib/accounts/use-cases/api-keys/create-api-key";
import type { listApiKeys } from "@/lib/accounts/use-cases/api-keys/list-api-keys";
import type { rotateApiKey } from "@/lib/accounts/use-cases/api-keys/rotate-api-key";
import { SCOPES } from "@/lib/kernel/rules/scopes";
import { renderTable, renderTime } from "../command/text-table";

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
export function renderApiKeys(keys: Awaited<ReturnType<typeof listApiKeys>>): string {
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
export function renderCreated({ key, stored }: Awaited<ReturnType<typeof createApiKey>>): string {
  return `${key}\n\n${describe(stored)}\n${ONCE}`;
}

/** Renders the replacement key, which is not shown again, and how long the previous one remains valid. */
export function renderRotated({
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

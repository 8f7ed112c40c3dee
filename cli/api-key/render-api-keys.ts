import type { createApiKey } from "@/lib/accounts/use-cases/create-api-key";
import type { listApiKeys } from "@/lib/accounts/use-cases/list-api-keys";
import { SCOPES } from "@/lib/kernel/rules/scopes";
import { renderTable, renderTime } from "../command/text-table";

const HEADER = ["prefix", "name", "scopes", "created", "last used", "expires", "state", "id"];

/** One aligned line for each key; times in UTC. */
export function renderApiKeys(keys: Awaited<ReturnType<typeof listApiKeys>>): string {
  const rows = keys.map((key) => [
    key.prefix,
    key.name,
    renderScopes(key.scopes),
    renderTime(key.createdAt),
    renderTime(key.lastUsedAt),
    renderTime(key.expiresAt),
    key.state,
    key.id,
  ]);
  return renderTable(HEADER, rows);
}

/** The new key, which nothing can show again. */
export function renderCreated({ key, stored }: Awaited<ReturnType<typeof createApiKey>>): string {
  const until = stored.expiresAt
    ? `until ${renderTime(stored.expiresAt)} UTC`
    : "until it is revoked";
  return `${key}\n\nThis is the key "${stored.name}" (${renderScopes(stored.scopes)}), valid ${until}.\nIt is shown only once. Store it with your secrets.\n`;
}

const renderScopes = (scopes: readonly string[]) =>
  scopes.length === SCOPES.length ? "all" : scopes.join(",") || "none";

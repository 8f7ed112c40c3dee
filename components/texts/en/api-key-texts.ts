import { type Overlap, REVOCATION_SECONDS_MAX } from "@/lib/accounts/rules/api-key";
import type { Scope } from "@/lib/kernel/rules/actor";

/** Text for the "API keys" page. */
export const API_KEY_TEXTS = {
  title: "API keys",
  intro:
    "Programs sign in with a key. Give each program its own key with only the scopes it needs, so you can revoke one without stopping the others.",
  hiddenTitle: "Keys with allowed networks are rejected",
  hiddenHelp:
    "Stagedoor is behind a proxy and cannot see the addresses of its callers. Ask the operator to set TRUSTED_PROXY_HOPS to the number of proxies, usually 1.",
  create: "Create API key",
  listTitle: "Active keys",
  endedTitle: (count: number) => `Revoked and expired keys (${count})`,
  emptyTitle: "No active API keys",
  emptyHelp: "Programs need a key to create, read or process documents.",
  prefix: (prefix: string) => `${prefix}…`,
  active: "Active",
  revoked: "Revoked",
  expired: "Expired",
  expiringSoon: "Expires soon",
  unused: "Not used for 90 days",
  setByOperator: "Set by the operator",
  setByOperatorHelp:
    "The setting STAGEDOOR_API_KEY defines this key, which is restored each time Stagedoor starts. To replace it, change the setting and restart Stagedoor.",
  scopes: "Scopes",
  networks: "Networks",
  everywhere: "All",
  created: "Created",
  lastUsed: "Last used",
  never: "Never",
  expires: "Expires",
  revokedAt: "Revoked",
  replaces: "Replaces",
  rotate: "Rotate",
  rotateNamed: (name: string, prefix: string) => `Rotate ${name}, ${prefix}`,
  revoke: "Revoke",
  revokeNamed: (name: string, prefix: string) => `Revoke ${name}, ${prefix}`,
  revokeTitle: (name: string) => `Revoke the key “${name}”?`,
  revokePoints: [
    `Programs that use this key will be rejected within ${REVOCATION_SECONDS_MAX} seconds.`,
    "You cannot undo this. To replace a key without an interruption, rotate it instead.",
  ],
  revokeConfirm: "Revoke key",
  revokedToast: (name: string) => `The key “${name}” was revoked`,
  notRevoked: "The key was not revoked",
} as const;

/** Text for the dialog that creates a key. */
export const NEW_API_KEY_TEXTS = {
  title: "Create API key",
  name: "Name",
  nameHelp: "Which program uses the key, such as “warehouse scanner”.",
  nameMissing: "Enter a name.",
  scopes: "Scopes",
  scopesHelp: "What the key may do.",
  scopesMissing: "Select at least one scope.",
  expires: "Expires",
  expiries: { "30": "In 30 days", "90": "In 90 days", "365": "In 1 year", never: "Never" },
  networks: "Allowed networks (optional)",
  networksHelp:
    "One network or address per line, such as 203.0.113.0/24 or 2001:db8::/32. Leave it empty to allow all.",
  ownAddress: (address: string) => `You are calling from ${address}.`,
  submit: "Create key",
  busy: "Creating…",
  notCreated: "The key was not created",
} as const;

/** Text for the dialog that shows a new key once. */
export const SHOWN_API_KEY_TEXTS = {
  title: "Copy your API key now",
  intro: "It is shown only once. Store it with your secrets.",
  label: "API key",
  copy: "Copy API key",
  callTitle: "Try it",
  callLabel: "A call with this key",
  copyCall: "Copy the call",
  previous: "The previous key works until",
  stored: "I have stored it",
} as const;

/** Text for the dialog that rotates a key. */
export const ROTATE_API_KEY_TEXTS = {
  title: (name: string) => `Rotate the key “${name}”`,
  intro:
    "You will get a new key with the same scopes and networks. The previous key will keep working for the time you choose, so programs can switch without an interruption.",
  overlap: "The previous key will work for another",
  overlaps: { "1h": "1 hour", "24h": "24 hours", "7d": "7 days" } satisfies Record<Overlap, string>,
  life: "The new key will have the same validity period as the previous one.",
  submit: "Create the new key",
  busy: "Creating…",
  notRotated: "The key was not rotated",
} as const;

/** Describes what each scope allows, in the order in which scopes are listed. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  "documents:read": "List and read documents, download files, and follow the feed of changes",
  "documents:write": "Create, upload, report, cancel and delete documents",
  "documents:review": "Approve, reject or reprocess documents",
  "documents:process": "Take documents and report their results",
  "documents:erase": "Erase the content of documents permanently",
  "configuration:read": "Read the webhook URL and the delivery log",
  "configuration:write":
    "Change assets, document classes and the webhook URL, rotate the signing secret, and resend notifications",
};

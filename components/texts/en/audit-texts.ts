import type { AuditAction } from "@/lib/kernel/rules/audit";
import { formatCount } from "./format";

/** Text for the audit log page. */
export const AUDIT_TEXTS = {
  title: "Audit log",
  intro:
    "Who changed what: configuration, secrets, people, keys and assets. Entries are kept forever.",
  history: "Status changes are in the timeline of each document.",
  filters: "Filter",
  who: "Person or key",
  anyone: "Anyone",
  command: "Commands on the server",
  unknownWho: (id: string) => `Someone else (${id})`,
  action: "Action",
  anyAction: "Any action",
  subject: "Subject",
  subjectHelp: "Any part of it, such as BLD-0001.",
  from: "From",
  to: "To",
  days: "Days are in UTC.",
  apply: "Apply",
  reset: "Show all",
  exportAs: "Export this list:",
  csv: "CSV",
  jsonl: "JSON lines",
  list: "Entries, newest first",
  emptyTitle: "No entries yet",
  empty: "Changes made by people, API keys and commands appear here.",
  emptyFilter: "No entry matches this filter.",
  badFilter: "This filter is not valid, so all entries are shown.",
  older: "Older entries",
  newest: "Newest entries",
  from_: (address: string) => `from ${address}`,
  chained: (sequence: string) => `No. ${sequence} in the chain`,
  unchained: "Not chained yet",
  request: (id: string) => `Request ${id}`,
  before: "Before",
  after: "After",
  nothing: "none",
  details: "What changed",
  showRows: (count: number) =>
    count === 1 ? "Show the asset" : `Show the ${formatCount(count)} assets`,
  rowsShown: "Only the assets of one import are shown.",
  moreDifferences: (count: number) => `and ${count} more`,
  moreDifferencesHelp: "Export the list to see all of them.",
  filterBy: (name: string) => `Show only entries by ${name}`,
  verifyTitle: "How to verify the audit log",
  verify: [
    "Each entry is chained to the one before it with a key that is not in the database. This command finds entries that were changed, moved or removed:",
    "It also compares the end of the chain with the sealed head in the object store. It cannot detect changes made by someone with that key, or entries that were removed in the seconds before they were sealed.",
  ],
  verifyCommand: "npm run audit -- verify",
  commandName: "A command on the server",
  parts: { sweeper: "The sweeper", processor: "The processor", watchdog: "The watchdog" },
  unnamed: { "api-key": "An API key that no longer exists" },
  someone: "Someone who no longer has an account",
} as const;

interface ActionText {
  /** The label in the list of actions. */
  readonly label: string;
  /** The rest of the sentence after the actor's name; `name` is the readable name of `subject`, which was changed. */
  readonly did: (name: string, subject: string) => string;
}

/** The label of each action, and its wording in an entry. */
export const AUDIT_ACTION_TEXTS: Readonly<Record<AuditAction, ActionText>> = {
  "user-created": { label: "User created", did: (user) => `created the account of ${user}` },
  "user-invited": { label: "User invited", did: (user) => `invited ${user}` },
  "user-renamed": { label: "User renamed", did: (user) => `renamed ${user}` },
  "user-role-changed": { label: "Role changed", did: (user) => `changed the role of ${user}` },
  "user-deactivated": { label: "User deactivated", did: (user) => `deactivated ${user}` },
  "user-reactivated": { label: "User reactivated", did: (user) => `reactivated ${user}` },
  "password-changed": {
    label: "Password changed",
    did: (user) => `changed the password of ${user}`,
  },
  "password-reset-link-created": {
    label: "Password link created",
    did: (user) => `created a password link for ${user}`,
  },
  "password-set-by-link": {
    label: "Password set with a link",
    did: (user) => `set the password of ${user} with a link`,
  },
  "sessions-ended": { label: "Sessions ended", did: (user) => `ended sessions of ${user}` },
  "second-factor-added": {
    label: "Second factor added",
    did: (user) => `added a second factor for ${user}`,
  },
  "second-factor-removed": {
    label: "Second factor removed",
    did: (user) => `removed the second factor of ${user}`,
  },
  "recovery-codes-created": {
    label: "Recovery codes created",
    did: (user) => `created recovery codes for ${user}`,
  },
  "recovery-code-used": {
    label: "Recovery code used",
    did: (user) => `used a recovery code of ${user}`,
  },
  "identity-linked": {
    label: "Single sign-on linked",
    did: (user) => `linked a single sign-on account to ${user}`,
  },
  "sign-in-unlocked": {
    label: "Sign-in unlocked",
    did: (user) => `unlocked sign-in for ${user}`,
  },
  "api-key-created": { label: "API key created", did: (key) => `created the API key ${key}` },
  "api-key-rotated": { label: "API key rotated", did: (key) => `rotated the API key ${key}` },
  "api-key-revoked": { label: "API key revoked", did: (key) => `revoked the API key ${key}` },
  "webhook-url-changed": { label: "Webhook URL changed", did: () => "changed the webhook URL" },
  "webhook-secret-rotated": {
    label: "Signing secret rotated",
    did: () => "rotated the signing secret",
  },
  "webhook-tested": { label: "Test sent", did: () => "sent a test notification" },
  "notification-resent": { label: "Notification resent", did: () => "resent a notification" },
  "notifications-resent": { label: "Notifications resent", did: () => "resent notifications" },
  "asset-created": { label: "Asset created", did: (asset) => `created the asset ${asset}` },
  "asset-changed": { label: "Asset changed", did: (asset) => `changed the asset ${asset}` },
  "asset-archived": { label: "Asset archived", did: (asset) => `archived the asset ${asset}` },
  "asset-restored": { label: "Asset restored", did: (asset) => `restored the asset ${asset}` },
  "assets-imported": {
    label: "Assets imported",
    did: (asset, subject) =>
      subject === "assets" ? "imported assets" : `imported the asset ${asset}`,
  },
  "document-class-changed": {
    label: "Document class changed",
    did: (documentClass) => `changed the document class ${documentClass}`,
  },
  "processing-backlog-started": {
    label: "Backlog started",
    did: () => "started processing documents uploaded earlier",
  },
  "document-content-erased": {
    label: "Content erased",
    did: (document) => `erased the content of the document ${document}`,
  },
  "bulk-work-started": {
    label: "Bulk action started",
    did: () => "started an action on many documents",
  },
  "audit-head-accepted": {
    label: "End of the audit log accepted",
    did: () => "accepted the end of the audit log, although the object store has a different one",
  },
};

import type { ErrorCode } from "@/lib/kernel/rules/errors";
import type { ProblemDefinition } from "./problem-definition";

/** The HTTP status and texts of each error code that concerns users, accounts, links and keys. */
export const ACCOUNT_PROBLEMS = {
  "user-not-found": {
    status: 404,
    title: "User not found",
    help: "Reload the list of users under Administration, Users.",
  },
  "user-deactivated": {
    status: 409,
    title: "The user is deactivated",
    help: "Reactivate the user first, then retry the call.",
  },
  "own-account": {
    status: 409,
    title: "You cannot do this to your own account",
    help: "Ask another administrator. Users cannot deactivate themselves or change their own role, so that nobody is locked out by accident.",
  },
  "last-administrator": {
    status: 409,
    title: "At least one administrator is required",
    help: "Make somebody else an administrator first. Without an administrator, nobody can manage users.",
  },
  "password-link-not-found": {
    status: 404,
    title: "The link is not valid",
    help: "Copy the whole link into the address bar, or ask an administrator for a new one.",
  },
  "password-link-used": {
    status: 410,
    title: "The link was already used",
    help: "Each link works once. Sign in with the password you chose, or ask an administrator for a new link.",
  },
  "password-link-expired": {
    status: 410,
    title: "The link has expired",
    help: "Links work for 48 hours. Ask an administrator for a new one.",
  },
  "password-link-revoked": {
    status: 410,
    title: "The link no longer works",
    help: "A newer link replaces all earlier ones. Use the newest link, or ask an administrator for a new one.",
  },
  "api-key-not-found": {
    status: 404,
    title: "API key not found",
    help: "List the keys again. Keys are never removed from the list, only revoked.",
  },
  "api-key-set-by-operator": {
    status: 409,
    title: "This API key is set by the operator",
    help: "Change or remove the setting STAGEDOOR_API_KEY and start Stagedoor again.",
  },
  "api-key-not-rotatable": {
    status: 409,
    title: "The API key cannot be rotated",
    help: "A key that is revoked, expired or already replaced cannot be rotated. Rotate its replacement, or create a new key.",
  },
} as const satisfies Partial<Record<ErrorCode, ProblemDefinition>>;

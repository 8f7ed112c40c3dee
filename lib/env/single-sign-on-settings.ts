import { z } from "zod";
import type { RoleMapping } from "@/lib/accounts/rules/role-claim";
import { isRole, ROLES, type Role } from "@/lib/kernel/rules/actor";

/** An OpenID Connect provider, and how its claims determine a user's role (decision 0054). */
export interface SingleSignOnSettings {
  /** The issuer, exactly as stated by the provider. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name of the provider, shown on the button. */
  readonly name: string;
  /** The claim with the roles: a name or a path. */
  readonly roleClaim: string;
  readonly roles: RoleMapping;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The issuer is kept unchanged, because the issuer of each token is compared with it. */
const issuer = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSecure =
    url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (url && isSecure && !url.search && !url.hash && !url.username && !url.password) return;
  context.addIssue("must be the address of an OpenID provider, beginning with https://");
});

const mapping = z.string().transform((text, context) => {
  const pairs = text.split(",").map((pair) => {
    const at = pair.lastIndexOf("=");
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()] as const;
  });
  const roles: [string, Role][] = [];
  for (const [value, role] of pairs) if (value !== "" && isRole(role)) roles.push([value, role]);
  if (roles.length === pairs.length) return Object.fromEntries(roles);
  context.addIssue(
    `must be pairs such as docs-admins=administrator,docs-team=reviewer; the roles are ${ROLES.join(", ")}`,
  );
  return z.NEVER;
});

const printable = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be printable ASCII characters without spaces");

/** The provider, and how its claims determine a user's role. */
export const singleSignOnFields = z.object({
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: printable.optional(),
  OIDC_CLIENT_SECRET: printable.optional(),
  OIDC_NAME: z.string().trim().min(1).max(60, "must have at most 60 characters").optional(),
  OIDC_ROLE_CLAIM: printable.optional(),
  OIDC_ROLES: mapping.optional(),
});

type SingleSignOnFields = z.infer<typeof singleSignOnFields>;

const DEFAULT_NAME = "single sign-on";
const DEFAULT_CLAIM = "roles";

/** Returns null if single sign-on is off. `singleSignOnProblems` reports incomplete settings. */
export function readSingleSignOn(raw: SingleSignOnFields): SingleSignOnSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLES } = raw;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !OIDC_ROLES) return null;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: raw.OIDC_NAME ?? DEFAULT_NAME,
    roleClaim: raw.OIDC_ROLE_CLAIM ?? DEFAULT_CLAIM,
    roles: OIDC_ROLES,
  };
}

const NEEDED = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ROLES"] as const;

/** Returns one sentence for each missing setting that another setting needs. */
export function singleSignOnProblems(raw: SingleSignOnFields): string[] {
  const isAny = [...NEEDED, "OIDC_NAME" as const, "OIDC_ROLE_CLAIM" as const].some(
    (name) => raw[name] !== undefined,
  );
  if (!isAny) return [];
  return NEEDED.filter((name) => raw[name] === undefined).map(
    (name) =>
      `The setting ${name} is missing: single sign-on needs ${NEEDED.join(", ")}. Set none of them to sign in by password only.`,
  );
}

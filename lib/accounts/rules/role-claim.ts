import { ROLES, type Role } from "@/lib/kernel/rules/actor";

/** The role for each value of the provider's claim. */
export type RoleMapping = Readonly<Record<string, Role>>;

/**
 * Returns the role that a provider's claims are mapped to; if several of their values are mapped, the most powerful role.
 * A claim is looked up by its whole name first, because some names are URLs with dots in them, then by its path, such as
 * `realm_access.roles`. Returns null if no value is mapped.
 */
export function roleFromClaims(
  claims: Readonly<Record<string, unknown>>,
  { claim, mapping }: { readonly claim: string; readonly mapping: RoleMapping },
): Role | null {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : atPath(claims, claim.split("."));
  const values = (Array.isArray(found) ? found : [found]).filter(
    (value) => typeof value === "string",
  );
  const roles = values.map((value) => (Object.hasOwn(mapping, value) ? mapping[value] : undefined));
  return ROLES.find((role) => roles.includes(role)) ?? null;
}

function atPath(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return atPath((value as Record<string, unknown>)[name], rest);
}

/** The settings whose values are secrets, or may contain one. */
export const SECRET_SETTING_NAMES: readonly string[] = [
  "STAGEDOOR_API_KEY",
  "STAGEDOOR_ADMIN_PASSWORD",
  "STAGEDOOR_ENCRYPTION_KEY",
  "DATABASE_URL",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "INNGEST_EVENT_KEY",
  "INNGEST_SIGNING_KEY",
  "WEBHOOK_SIGNING_SECRET",
  "NEXTAUTH_SECRET",
  "OIDC_CLIENT_SECRET",
  "METRICS_TOKEN",
];

/** The parameters of an address that decide which database it leads to. */
const PLACE_PARAMETERS = ["host", "port", "dbname", "options", "schema"];

/** Returns where the database at an address is, without the user, the password and other parameters. */
export function databasePlace(address: string): string {
  const { protocol, host, pathname, searchParams } = new URL(address);
  const places = [...searchParams].filter(([name]) => PLACE_PARAMETERS.includes(name));
  const query = places.length > 0 ? `?${new URLSearchParams(places)}` : "";
  return `${protocol}//${host}${pathname}${query}`;
}

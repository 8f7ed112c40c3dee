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

/** Returns the server and the name of the database at an address, without user, password and options. */
export function databasePlace(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** The bench sets these variables when it starts the application; they are empty during the build. */
const { env } = process;

/** Read once. */
export const settings = {
  secret: env.PAYLOAD_SECRET ?? "unused, only for the build",
  databaseUrl: env.DATABASE_URL ?? "",
  apiKey: env.API_KEY ?? "",
  webhook: { url: env.WEBHOOK_URL ?? "", secret: env.WEBHOOK_SECRET ?? "" },
  objectStore: {
    endpoint: env.S3_ENDPOINT ?? "http://127.0.0.1",
    region: env.S3_REGION ?? "us-east-1",
    bucket: env.S3_BUCKET ?? "",
    accessKeyId: env.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? "",
  },
};

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // `npm run check` checks the types of everything; starting Stagedoor need not do it again.
  typescript: { ignoreBuildErrors: true },
  // A redirect would make API clients lose the body of a PUT; unknown paths get problem details instead.
  skipTrailingSlashRedirect: true,
  // Loaded from node_modules at run time, because bundling them takes start-up time and gains nothing.
  serverExternalPackages: [
    "pg",
    "pino",
    "@node-rs/argon2",
    "@prisma/client",
    "@prisma/adapter-pg",
    "@aws-sdk/client-s3",
    "@aws-sdk/s3-request-presigner",
    "inngest",
    "undici",
    "prom-client",
  ],
};

export default config;

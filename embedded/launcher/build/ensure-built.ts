import { PROGRAM_FILE } from "@/lib/processing/rules/program-protocol";
import { CACHE_FOLDER, type Checkout, ensureUpToDate } from "./ensure-up-to-date";
import { hashFiles, hashNames, hashProgram, hashSources } from "./source-hash";

/** Generates the database client if the schema or the packages have changed since the last time. */
export function ensureClientGenerated(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: `${CACHE_FOLDER}/prisma-client.sha256`,
    proof: "lib/adapters/postgres/core/generated",
    hash: () => hashFiles(checkout.root, ["package-lock.json", "prisma/schema.prisma"]),
    failure: "Could not generate the database client from prisma/schema.prisma",
    args: ["node_modules/prisma/build/index.js", "generate"],
  });
}

/** Generates the route types, which the type check needs, if the set of files below `app` has changed. */
export function ensureRouteTypesGenerated(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: `${CACHE_FOLDER}/route-types.sha256`,
    proof: ".next/types/routes.d.ts",
    hash: () => hashNames(checkout.root, "app", ["package-lock.json", "next.config.mjs"]),
    failure: "Could not generate the types of the routes",
    args: ["node_modules/next/dist/bin/next", "typegen"],
  });
}

/**
 * Builds the application and the program that it starts if a source has changed since the last complete build. Resolves
 * with true if it was built.
 */
export async function ensureBuilt(checkout: Checkout): Promise<boolean> {
  const isBundled = await ensureProcessorBundled(checkout);
  const isBuilt = await ensureUpToDate(checkout, {
    stamp: ".next/stagedoor-sources.sha256",
    proof: ".next/BUILD_ID",
    hash: () => hashSources(checkout.root),
    failure: "Could not build the application",
    args: ["node_modules/next/dist/bin/next", "build"],
  });
  return isBundled || isBuilt;
}

/** Bundles the program that reads untrusted files, if a source has changed since the last build. */
export function ensureProcessorBundled(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: `${CACHE_FOLDER}/processor.sha256`,
    proof: PROGRAM_FILE,
    hash: () => hashProgram(checkout.root),
    failure: "Could not bundle the file-reading program",
    args: ["embedded/launcher/build/bundle-processor.mjs", PROGRAM_FILE],
  });
}

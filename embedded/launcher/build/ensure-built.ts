import { PROGRAM_FILE } from "@/lib/processing/rules/program-protocol";
import { CACHE_FOLDER, type Checkout, ensureUpToDate } from "./ensure-up-to-date";
import { hashFiles, hashNames, hashProgram, hashSources } from "./source-hash";

/** Generates the database client when the schema or the packages changed since the last time. */
export function ensureClientGenerated(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: `${CACHE_FOLDER}/prisma-client.sha256`,
    proof: "lib/adapters/postgres/core/generated",
    hash: () => hashFiles(checkout.root, ["package-lock.json", "prisma/schema.prisma"]),
    failure: "Generating the database client from prisma/schema.prisma failed",
    args: ["node_modules/prisma/build/index.js", "generate"],
  });
}

/** Generates the types of the routes, which the type check needs, when the set of files below `app` changed. */
export function ensureRouteTypesGenerated(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: `${CACHE_FOLDER}/route-types.sha256`,
    proof: ".next/types/routes.d.ts",
    hash: () => hashNames(checkout.root, "app", ["package-lock.json", "next.config.mjs"]),
    failure: "Generating the types of the routes failed",
    args: ["node_modules/next/dist/bin/next", "typegen"],
  });
}

/** Builds the application and the program that it starts, when a source changed since the last complete build. Resolves with whether it did. */
export async function ensureBuilt(checkout: Checkout): Promise<boolean> {
  const isBundled = await ensureProcessorBundled(checkout);
  const isBuilt = await ensureUpToDate(checkout, {
    stamp: ".next/stagedoor-sources.sha256",
    proof: ".next/BUILD_ID",
    hash: () => hashSources(checkout.root),
    failure: "Building the application failed",
    args: ["node_modules/next/dist/bin/next", "build"],
  });
  return isBundled || isBuilt;
}

/** Bundles the program that reads strangers' files when a source changed since the last time. */
export function ensureProcessorBundled(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: `${CACHE_FOLDER}/processor.sha256`,
    proof: PROGRAM_FILE,
    hash: () => hashProgram(checkout.root),
    failure: "Bundling the program that reads files failed",
    args: ["embedded/launcher/build/bundle-processor.mjs", PROGRAM_FILE],
  });
}

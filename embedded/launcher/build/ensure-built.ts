import { toolEnvironment } from "../environment";
import { CACHE_FOLDER, type Checkout, ensureUpToDate } from "./ensure-up-to-date";
import { hashFiles, hashNames, hashSources } from "./source-hash";

const CLIENT_STAMP = `${CACHE_FOLDER}/prisma-client.sha256`;
const CLIENT_FOLDER = "lib/adapters/postgres/core/generated";
const ROUTE_TYPES_STAMP = `${CACHE_FOLDER}/route-types.sha256`;
const BUILD_STAMP = ".next/stagedoor-sources.sha256";

/** Generates the database client when the schema or the packages changed since the last time. */
export function ensureClientGenerated(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: CLIENT_STAMP,
    proof: CLIENT_FOLDER,
    hash: () => hashFiles(checkout.root, ["package-lock.json", "prisma/schema.prisma"]),
    failure: "Generating the database client from prisma/schema.prisma failed",
    args: ["node_modules/prisma/build/index.js", "generate"],
    environment: toolEnvironment("start"),
  });
}

/** Generates the types of the routes, which the type check needs, when the set of files below `app` changed. */
export function ensureRouteTypesGenerated(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: ROUTE_TYPES_STAMP,
    proof: ".next/types/routes.d.ts",
    hash: () => hashNames(checkout.root, "app", ["package-lock.json", "next.config.mjs"]),
    failure: "Generating the types of the routes failed",
    args: ["node_modules/next/dist/bin/next", "typegen"],
    environment: toolEnvironment("start"),
  });
}

/** Builds the application when a source changed since the last complete build. Resolves with whether it did. */
export function ensureBuilt(checkout: Checkout): Promise<boolean> {
  return ensureUpToDate(checkout, {
    stamp: BUILD_STAMP,
    proof: ".next/BUILD_ID",
    hash: () => hashSources(checkout.root),
    failure: "Building the application failed",
    args: ["node_modules/next/dist/bin/next", "build"],
    environment: toolEnvironment("start"),
  });
}

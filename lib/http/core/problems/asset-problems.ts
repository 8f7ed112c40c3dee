import type { ErrorCode } from "@/lib/kernel/rules/errors";
import type { ProblemDefinition } from "./problem-definition";

/** The problems that concern assets themselves. */
export const ASSET_PROBLEMS = {
  "asset-not-found": {
    status: 404,
    title: "Asset not found",
    help: "Check the identifier, which is case-sensitive, or search for the asset in the cockpit.",
  },
  "asset-exists": {
    status: 409,
    title: "The identifier is already in use",
    help: "Choose a different identifier, or look for the asset under “Archived”.",
  },
  "assets-changed": {
    status: 409,
    title: "Assets have changed since the preview",
    help: "Check the new preview of the import, and import the file again. Nothing was imported.",
  },
} satisfies Partial<Record<ErrorCode, ProblemDefinition>>;

import { z } from "zod";
import { ASSET_CSV_SEPARATORS, type AssetCsvSeparator } from "@/lib/assets/rules/asset-texts";
import { IMPORT_MEGABYTES_MAX } from "@/lib/assets/rules/read-asset-rows";
import { booleanText, object } from "../core/schemas";

/** The file that an import reads. */
export const IMPORT_FILE = {
  type: "text/csv",
  bytesMax: IMPORT_MEGABYTES_MAX * 1024 * 1024,
} as const;

/** The query for an import: it requests either a preview, or the changes that a preview listed. */
export const importQuery = object({
  dryRun: booleanText.default(false),
  digest: z.string().max(100, "must be the digest of a preview").nullable().default(null),
});

const separators = Object.keys(ASSET_CSV_SEPARATORS) as AssetCsvSeparator[];

/** The query for an export. */
export const assetExportQuery = object({
  separator: z.enum(separators, `must be one of ${separators.join(", ")}`).default("comma"),
});

const texts = z.strictObject({
  name: z.string(),
  description: z.string(),
  folder: z.string().nullable(),
});

/** A row of a preview that changes an asset. For a new asset, `before` is null. */
const importChange = z.strictObject({
  line: z.int(),
  identifier: z.string(),
  before: texts.nullable(),
  after: texts,
});

const ofEachKind = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject({ created: schema, renamed: schema, moved: schema, described: schema });

/** The result of an import or its preview. */
export const assetImport = z.strictObject({
  isDryRun: z.boolean(),
  digest: z.string().nullable(),
  rowCount: z.int(),
  unchangedCount: z.int(),
  archivedCount: z.int(),
  /** The number of new identifiers that consist of digits, from which a spreadsheet may have removed leading zeros. */
  numericCount: z.int(),
  /** An asset that is both renamed and moved is counted as renamed and as moved. */
  counts: ofEachKind(z.int()),
  /** The first changes of each kind. */
  changes: ofEachKind(z.array(importChange)),
  problemCount: z.int(),
  /** The first problems; `line` is null if the problem concerns the whole file. */
  problems: z.array(z.strictObject({ line: z.int().nullable(), problem: z.string() })),
  ignoredColumns: z.array(z.string()),
});

/** The result of an import or its preview, as browsers receive it. */
export type AssetImportAnswer = z.infer<typeof assetImport>;

/** A row that changes an asset. */
export type ImportChange = z.infer<typeof importChange>;

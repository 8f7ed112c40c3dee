import type pg from "pg";
import sql from "sql-template-tag";
import type { ProcessingPolicy } from "@/lib/documents/ports";
import { PROCESSOR_CHOICES, type ProcessorChoice } from "@/lib/documents/rules/run-start";
import { createQuery, statement } from "../core/query";

const FIND = statement(
  "processing-configuration",
  () => sql`SELECT processor FROM processing_configuration WHERE id = 1`,
);

/**
 * Creates the policy for how documents are processed. A choice stored by an upgrade is read once per process, and read
 * again if that fails.
 * @param settings.processor the PROCESSOR setting, which takes precedence
 */
export function createProcessingPolicy(
  pool: pg.Pool,
  settings: { readonly processor: ProcessorChoice | null; readonly leaseSeconds: number },
): ProcessingPolicy {
  const query = createQuery(pool);
  const ask = async (): Promise<ProcessorChoice> => {
    const { rows } = await query<{ processor: string }>(FIND());
    return PROCESSOR_CHOICES.find((choice) => choice === rows[0]?.processor) ?? "builtin";
  };
  let choosing: Promise<ProcessorChoice> | null = null;
  return {
    leaseSeconds: settings.leaseSeconds,
    choice: () => {
      if (settings.processor !== null) return Promise.resolve(settings.processor);
      choosing ??= ask().catch((cause: unknown) => {
        choosing = null;
        throw cause;
      });
      return choosing;
    },
  };
}

import type { ProcessingPolicy } from "@/lib/documents/ports";
import { PROCESSOR_CHOICES, type ProcessorChoice } from "@/lib/documents/rules/run-start";
import type { Database } from "../core/database";

/**
 * Creates the policy for how documents are processed. A choice stored by an upgrade is read once per process, and read
 * again if that fails.
 * @param settings.processor the PROCESSOR setting, which takes precedence
 */
export function createProcessingPolicy(
  { prisma }: Pick<Database, "prisma">,
  settings: { readonly processor: ProcessorChoice | null; readonly leaseSeconds: number },
): ProcessingPolicy {
  const ask = async (): Promise<ProcessorChoice> => {
    const stored = await prisma.processingConfiguration.findUnique({ where: { id: 1 } });
    return PROCESSOR_CHOICES.find((choice) => choice === stored?.processor) ?? "builtin";
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

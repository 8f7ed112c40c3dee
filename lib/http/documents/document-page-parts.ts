import type { DocumentTimeline } from "@/lib/documents/ports/document-timelines";
import type { ProcessorChoice } from "@/lib/documents/rules/processor-choice";
import type { Person } from "@/lib/kernel/rules/actor";
import type { CarryingNotification } from "@/lib/notifications/ports/document-deliveries";
import type { DocumentClass } from "@/lib/processing/rules/judgement";

/** The parts of a document's page. */
export interface DocumentPageParts {
  readonly timeline: DocumentTimeline;
  readonly deliveries: {
    readonly notifications: readonly CarryingNotification[];
    readonly hasWebhook: boolean;
  };
  /** The name of each actor in the timeline. Actors without a name are omitted. */
  readonly names: ReadonlyMap<string, { readonly name: string | null }>;
  /** null if no asset has the identifier. */
  readonly assetName: string | null;
  readonly classes: readonly DocumentClass[];
  readonly choice: ProcessorChoice;
  readonly viewer: Person;
}

import type { DocumentTimeline } from "@/lib/documents/ports/document-timelines";
import type { ProcessorChoice } from "@/lib/documents/rules/processor-choice";
import type { Person } from "@/lib/kernel/rules/actor";
import type { CarryingNotification } from "@/lib/notifications/ports/document-deliveries";
import type { DocumentClass } from "@/lib/processing/rules/judging/judgement";

/** Everything that a document's page is composed of. */
export interface DocumentPageParts {
  readonly timeline: DocumentTimeline;
  readonly deliveries: {
    readonly notifications: readonly CarryingNotification[];
    readonly hasWebhook: boolean;
  };
  /** The names of actors in the timeline. Actors whose names are not known are missing from the map. */
  readonly names: ReadonlyMap<string, { readonly name: string | null }>;
  /** The name of the asset with the document's identifier; null if no asset has it. */
  readonly assetName: string | null;
  readonly classes: readonly DocumentClass[];
  readonly choice: ProcessorChoice;
  readonly viewer: Person;
}

import type { ApiAccess } from "../external-system/access";

/** What the demo was asked to do. */
export interface DemoOptions {
  readonly access: ApiAccess;
  /** null: each sample once. */
  readonly count: number | null;
  /** Where to note what was answered; null: nowhere. With one, documents are uploaded and nothing else is shown. */
  readonly journalFile: string | null;
  /** Whether the webhook may be used although notifications of others are going to it. */
  readonly mayDivert: boolean;
}

import type { ReadDocument } from "@/lib/processing/use-cases/list-document-pages";
import { pick } from "../core/pick";
import { failure } from "../core/schemas";
import type { DocumentPages } from "./cockpit-schemas";

/** Returns the text that was read from a document, as the preview shows it. */
export function renderDocumentPages(found: ReadDocument): DocumentPages {
  return {
    items: found.pages.map(({ number, part, lines }) => ({
      ...{ number, part },
      lines: lines.map((line) =>
        line.map((words) => words.map(({ text, bbox }) => ({ text, bbox: bbox && [...bbox] }))),
      ),
    })),
    total: found.total,
    state: found.state,
    failure: found.failure && pick(failure, found.failure),
  };
}

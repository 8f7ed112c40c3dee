import type { DocumentRow } from "@/lib/http/cockpit/document-schemas";
import { DOCUMENT_TEXTS } from "../texts/document-texts";

/** What a document is called, where it lay, whether it is new to the reader, and why it failed. */
export function DocumentName({
  document,
  isNew,
}: {
  readonly document: DocumentRow;
  readonly isNew: boolean;
}) {
  const { name, folder, failure } = document;
  return (
    <div className="min-w-0">
      {folder && (
        <p className="text-xs text-quiet" title={folder}>
          <bdi>{folder}</bdi>
        </p>
      )}
      <p className="font-medium">
        <bdi title={name} className="line-clamp-2">
          {name}
        </bdi>
        {isNew && (
          <span className="mt-0.5 inline-block rounded-full bg-curtain-soft px-2 py-0.5 text-curtain text-xs">
            {DOCUMENT_TEXTS.isNew}
          </span>
        )}
      </p>
      {failure && <p className="mt-1 text-alarm text-sm">{failure.message}</p>}
    </div>
  );
}

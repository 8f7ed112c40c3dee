import { clsx } from "clsx";
import Link from "next/link";
import { isCancelled } from "@/lib/documents/rules/is-cancelled";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { withoutAdvice } from "@/lib/processing/rules/failures/failure-texts";
import { documentPath } from "../shell/document-path";
import { useMay } from "../shell/role-provider";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";

/**
 * A document's name and folder, whether it is new to the reader, and why it failed. Always as wide as its column, because
 * some names, such as a letter under many stacked accents, cannot be broken across lines.
 */
export function DocumentName({
  document,
  isNew,
}: {
  readonly document: DocumentRow;
  readonly isNew: boolean;
}) {
  const { uuid, name, folder, failure } = document;
  const mayAct = useMay("reviewer");
  return (
    <div className="contain-inline-size overflow-x-clip">
      {folder && (
        <p className="text-xs text-quiet" title={folder}>
          <bdi>{folder}</bdi>
        </p>
      )}
      <p className="line-clamp-3 font-medium">
        {isNew && (
          <span className="mr-2 inline-block rounded-full bg-curtain px-2 text-on-curtain text-xs leading-5">
            {DOCUMENT_TEXTS.isNew}
          </span>
        )}
        <Link
          href={documentPath(uuid)}
          prefetch={false}
          className="underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
        >
          <bdi title={name}>{name}</bdi>
        </Link>
      </p>
      {failure && (
        <p className={clsx("mt-1 text-sm", isCancelled(document) ? "text-quiet" : "text-alarm")}>
          {mayAct ? failure.message : withoutAdvice(failure.message)}
        </p>
      )}
    </div>
  );
}

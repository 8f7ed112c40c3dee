import type { ReactNode } from "react";
import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentPage, PageChange } from "@/lib/http/documents/document-page-schemas";
import { actorText } from "../../../texts/en/actor-texts";
import { TIMELINE_TEXTS } from "../../../texts/en/timeline-texts";
import { Card } from "../../../ui/card";
import { CopyButton } from "../../../ui/copy-button";
import { LocalTime } from "../../../ui/local-time";

const { evidence, evidenceRows } = TIMELINE_TEXTS;

/** What the uploader said of the file beside what was found in the object store. */
export function Evidence({ page: { document, timeline } }: { readonly page: DocumentPage }) {
  const { file } = document;
  const report = reportOf(timeline.entries);
  return (
    <Card title={TIMELINE_TEXTS.evidenceTitle}>
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{TIMELINE_TEXTS.evidenceCaption}</caption>
        <thead className="text-quiet text-xs">
          <tr>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              {evidence.what}
            </th>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              {evidence.reported}
            </th>
            <th scope="col" className="py-1.5 font-medium">
              {evidence.verified}
            </th>
          </tr>
        </thead>
        <tbody>
          <Row
            what={evidenceRows.time}
            reported={
              report && (
                <>
                  <LocalTime at={report.at} look="clock" />{" "}
                  <bdi>{TIMELINE_TEXTS.by(actorText(report.actor))}</bdi>
                </>
              )
            }
            verified={file && <LocalTime at={file.verifiedAt} look="clock" />}
          />
          <Row
            what={evidenceRows.size}
            reported={null}
            verified={file && TIMELINE_TEXTS.bytes(file.size)}
          />
          <Row
            what={evidenceRows.sha256}
            reported={null}
            verified={file && <Checksum sha256={file.sha256} />}
          />
          <Row
            what={evidenceRows.contentType}
            reported={file && <bdi>{file.contentType}</bdi>}
            verified={null}
          />
        </tbody>
      </table>
    </Card>
  );
}

function Row({
  what,
  reported,
  verified,
}: {
  readonly what: string;
  readonly reported: ReactNode;
  readonly verified: ReactNode;
}) {
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-2 pr-3 font-medium">
        {what}
      </th>
      <td className="py-2 pr-3">
        {reported || <span className="text-quiet">{TIMELINE_TEXTS.notReported}</span>}
      </td>
      <td className="py-2 tabular-nums">
        {verified || <span className="text-quiet">{TIMELINE_TEXTS.notVerified}</span>}
      </td>
    </tr>
  );
}

function Checksum({ sha256 }: { readonly sha256: string | null }) {
  if (sha256 === null) return <span className="text-quiet">{TIMELINE_TEXTS.notYet}</span>;
  return (
    <>
      <code className="break-all text-xs">{sha256}</code>{" "}
      <CopyButton text={sha256} label={TIMELINE_TEXTS.copyChecksum} />
    </>
  );
}

/** The report that the upload is complete; what the sweeper found nobody reported. */
const reportOf = (entries: DocumentPage["timeline"]["entries"]): PageChange | null => {
  const found = entries.find(
    (entry): entry is PageChange =>
      entry.kind === "change" &&
      entry.previousStatus === STATUS.waitingForUpload &&
      entry.currentStatus === STATUS.uploadSuccessful,
  );
  return found && found.actor.actor !== "sweeper" ? found : null;
};

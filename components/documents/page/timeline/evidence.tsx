import type { ReactNode } from "react";
import type { DocumentPage, PageDocument } from "@/lib/http/documents/document-page-schemas";
import { actorText } from "../../../texts/en/actor-texts";
import { TIMELINE_TEXTS } from "../../../texts/en/timeline-texts";
import { Card } from "../../../ui/card";
import { CopyButton } from "../../../ui/copy-button";
import { LocalTime } from "../../../ui/local-time";
import { Fact } from "../document-heading";

const { evidence, evidenceRows } = TIMELINE_TEXTS;

/** The details that the uploader declared for the file, next to those found in the object store. */
export function Evidence({ page: { document } }: { readonly page: DocumentPage }) {
  return (
    <Card title={TIMELINE_TEXTS.evidenceTitle}>
      <div className="grid gap-x-6 gap-y-5 text-sm sm:grid-cols-2">
        <Reported document={document} />
        <Verified file={document.file} />
      </div>
    </Card>
  );
}

function Reported({ document: { report, file } }: { readonly document: PageDocument }) {
  return (
    <Part title={evidence.reported}>
      <Fact name={evidenceRows.time}>
        {report ? (
          <>
            <LocalTime at={report.at} look="clock" />{" "}
            <bdi>{TIMELINE_TEXTS.by(actorText(report.actor))}</bdi>
          </>
        ) : (
          <span className="text-quiet">{TIMELINE_TEXTS.notReported}</span>
        )}
      </Fact>
      {file && (
        <Fact name={evidenceRows.contentType}>
          <bdi>{file.contentType}</bdi>
        </Fact>
      )}
    </Part>
  );
}

function Verified({ file }: Pick<PageDocument, "file">) {
  return (
    <Part title={evidence.verified}>
      <Fact name={evidenceRows.time}>
        {file ? (
          <LocalTime at={file.verifiedAt} look="clock" />
        ) : (
          <span className="text-quiet">{TIMELINE_TEXTS.notVerified}</span>
        )}
      </Fact>
      {file && (
        <>
          <Fact name={evidenceRows.size}>{TIMELINE_TEXTS.bytes(file.size)}</Fact>
          <Fact name={evidenceRows.sha256}>
            <Checksum sha256={file.sha256} />
          </Fact>
        </>
      )}
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      <dl className="flex flex-col gap-3">{children}</dl>
    </div>
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

import { connection } from "next/server";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { LifecycleTable } from "@/components/documents/lifecycle-table";
import { UPLOADS_PAGE_TEXTS } from "@/components/texts/en/documentation-texts";
import { ScrollRegion } from "@/components/ui/scroll-region";

export const metadata = metadataOf("/docs");

/** Shows developers of external systems how to upload a document and what happens to it. */
export default async function DocsPage() {
  await connection();
  const { publicUrl } = getContainer();
  return (
    <>
      <h1 className="font-serif text-4xl">{UPLOADS_PAGE_TEXTS.title}</h1>
      <p className="mt-4 text-lg text-quiet">{UPLOADS_PAGE_TEXTS.intro}</p>
      <h2 className="mt-12 font-serif text-2xl">{UPLOADS_PAGE_TEXTS.callsTitle}</h2>
      <p className="mt-2 text-quiet">
        {UPLOADS_PAGE_TEXTS.callsHelp}
        <code className="text-ink">{UPLOADS_PAGE_TEXTS.keyFile}</code>
        {UPLOADS_PAGE_TEXTS.callsHelpEnd}
      </p>
      <ScrollRegion
        label={UPLOADS_PAGE_TEXTS.callsLabel}
        className="mt-4 overflow-x-auto rounded-lg border border-line p-4 text-sm"
      >
        <pre>
          <code>{UPLOADS_PAGE_TEXTS.calls(publicUrl)}</code>
        </pre>
      </ScrollRegion>
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1">
        <a className="underline" href="/docs/guide">
          {UPLOADS_PAGE_TEXTS.guideLink}
        </a>
        <a className="underline" href="/docs/api">
          {UPLOADS_PAGE_TEXTS.apiLink}
        </a>
      </p>
      <h2 className="mt-12 font-serif text-2xl">{UPLOADS_PAGE_TEXTS.lifecycleTitle}</h2>
      <div className="mt-4 overflow-x-auto">
        <LifecycleTable />
      </div>
      <p className="mt-12 text-sm text-quiet">
        <a className="underline" href="/api/health/ready">
          {UPLOADS_PAGE_TEXTS.healthLink}
        </a>
      </p>
    </>
  );
}

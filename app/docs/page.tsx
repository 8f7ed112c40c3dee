import type { Metadata } from "next";
import { connection } from "next/server";
import { getContainer } from "@/app/container";
import { LifecycleTable } from "@/components/documents/lifecycle-table";
import { ScrollRegion } from "@/components/ui/scroll-region";

export const metadata: Metadata = { title: "How documents come in" };

const uploadCommands = (
  publicUrl: string,
) => `# answers a record: the next two calls need its uuid and uploadSignedUrl
curl -X POST ${publicUrl}/external-api/staged-documents \\
  -H "Authorization: Bearer $STAGEDOOR_API_KEY" -H "Content-Type: application/json" \\
  -d '{"assetIdentifier": "BLD-0001", "name": "lease.pdf"}'

curl -T lease.pdf "$uploadSignedUrl"

curl -X PUT ${publicUrl}/external-api/staged-documents/$uuid \\
  -H "Authorization: Bearer $STAGEDOOR_API_KEY" -H "Content-Type: application/json" \\
  -d '{"status": 2}'`;

/** What somebody needs who writes an uploading system: how a document comes in and what happens to it. */
export default async function DocsPage() {
  await connection();
  const { publicUrl } = getContainer();
  return (
    <>
      <h1 className="font-serif text-4xl">How documents come in</h1>
      <p className="mt-4 text-lg text-quiet">
        People drop them in the cockpit; programs hand them in here: an external system announces a
        file, uploads it to a signed address and reports how it went. Stagedoor checks the file
        before it believes the report.
      </p>
      <h2 className="mt-12 font-serif text-2xl">Hand in a document</h2>
      <p className="mt-2 text-quiet">
        Three calls: create, upload, report. The API key is the one that the start printed; it is
        kept in <code className="text-ink">first-api-key</code> in the data folder.
      </p>
      <ScrollRegion
        label="The three calls with curl"
        className="mt-4 overflow-x-auto rounded-lg border border-line p-4 text-sm"
      >
        <pre>
          <code>{uploadCommands(publicUrl)}</code>
        </pre>
      </ScrollRegion>
      <p className="mt-4">
        <a className="underline" href="/docs/guide">
          Guide in curl, TypeScript and Python
        </a>{" "}
        ·{" "}
        <a className="underline" href="/docs/api">
          API reference, to try calls
        </a>
      </p>
      <h2 className="mt-12 font-serif text-2xl">What happens to it</h2>
      <div className="mt-4 overflow-x-auto">
        <LifecycleTable />
      </div>
      <p className="mt-12 text-sm text-quiet">
        <a className="underline" href="/api/health/ready">
          Is everything running?
        </a>
      </p>
    </>
  );
}

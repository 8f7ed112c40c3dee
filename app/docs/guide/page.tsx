import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metadata } from "next";
import { connection } from "next/server";
import { getContainer } from "@/app/container";
import { CodeRegion } from "@/components/ui/code-region";

export const metadata: Metadata = { title: "Guide" };

/** Each is run by a test against a whole product, so that what is shown is what works. */
const LANGUAGES = [
  { title: "curl", file: "guide.sh" },
  { title: "TypeScript", file: "guide.ts" },
  { title: "Python", file: "guide.py" },
] as const;

/** The server's working directory is the project's, for Next finds the project there too. */
const readSnippet = (file: string) =>
  readFile(join(/* turbopackIgnore: true */ process.cwd(), "docs", "guide", file), "utf8");

/** How a document comes in, and how a system that cannot be called learns what happened: in three languages. */
export default async function GuidePage() {
  await connection();
  const { publicUrl } = getContainer();
  const snippets = await Promise.all(
    LANGUAGES.map(async ({ title, file }) => ({ title, file, text: await readSnippet(file) })),
  );
  return (
    <>
      <h1 className="font-serif text-4xl">Hand in a document</h1>
      <Phases />
      <p className="mt-4 text-quiet">
        Save one of these programs and give it an API key, an asset and a file. Each needs nothing
        but its language.
      </p>
      <CodeRegion
        label="Where and by which key"
        text={`export STAGEDOOR_URL=${publicUrl}\nexport STAGEDOOR_API_KEY=sd_…`}
        isWrapped={false}
        className="mt-4 p-4 sm:text-sm"
      />
      <nav aria-label="Languages" className="mt-8 flex gap-4">
        {snippets.map(({ title, file }) => (
          <a key={file} className="underline" href={`#${file}`}>
            {title}
          </a>
        ))}
      </nav>
      {snippets.map(({ title, file, text }) => (
        <section key={file} id={file} className="scroll-mt-6" aria-labelledby={`${file}-title`}>
          <h2 id={`${file}-title`} className="mt-10 font-serif text-2xl">
            {title} <code className="text-sm font-normal text-quiet">{file}</code>
          </h2>
          <CodeRegion
            label={`Program in ${title}`}
            text={text}
            isWrapped={false}
            className="mt-3 max-h-none p-4 sm:text-sm"
          />
        </section>
      ))}
    </>
  );
}

function Phases() {
  return (
    <ol className="mt-6 list-decimal space-y-2 pl-6 text-quiet marker:text-curtain">
      <li>
        <strong className="font-medium text-ink">Announce</strong> it: you get a record and a signed
        address.
      </li>
      <li>
        <strong className="font-medium text-ink">Upload</strong> its bytes to that address. They go
        straight to the object store.
      </li>
      <li>
        <strong className="font-medium text-ink">Report</strong> how it went. Stagedoor looks at the
        file before it believes you.
      </li>
      <li>
        <strong className="font-medium text-ink">Follow the feed</strong> of all changes, if nobody
        can call you: each answer says where to go on.
      </li>
    </ol>
  );
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { connection } from "next/server";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { GUIDE_LANGUAGES, GUIDE_TEXTS } from "@/components/texts/en/documentation-texts";
import { CodeRegion } from "@/components/ui/scroll-region";

export const metadata = metadataOf("/docs/guide");

/** The server's working directory is the project folder, which is also where Next looks for the project. */
const readSnippet = (file: string) =>
  readFile(join(/* turbopackIgnore: true */ process.cwd(), "docs", "samples", file), "utf8");

/** A guide to uploading a document and polling the feed, with programs in five languages. */
export default async function GuidePage() {
  await connection();
  const { publicUrl } = getContainer();
  const snippets = await Promise.all(
    GUIDE_LANGUAGES.map(async ({ title, file }) => ({
      title,
      file,
      text: await readSnippet(file),
    })),
  );
  return (
    <>
      <h1 className="font-serif text-4xl">{GUIDE_TEXTS.title}</h1>
      <Phases />
      <p className="mt-4 text-quiet">{GUIDE_TEXTS.programs}</p>
      <CodeRegion
        label={GUIDE_TEXTS.settingsLabel}
        text={GUIDE_TEXTS.settings(publicUrl)}
        isWrapped={false}
        className="mt-4 p-4 sm:text-sm"
      />
      <nav aria-label={GUIDE_TEXTS.languages} className="mt-8 flex gap-4">
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
            label={GUIDE_TEXTS.programIn(title)}
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
      {GUIDE_TEXTS.phases.map(({ name, rest }) => (
        <li key={name}>
          <strong className="font-medium text-ink">{name}</strong>
          {rest}
        </li>
      ))}
    </ol>
  );
}

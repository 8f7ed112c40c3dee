import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { MissingPage } from "@/components/shell/missing-page";
import { Wordmark } from "@/components/shell/wordmark";
import { NOT_FOUND_TEXTS as TEXTS } from "@/components/texts/en/not-found-texts";
import { isSignedIn } from "./access/is-signed-in";
import { getContainer } from "./current-container";

/** The title shown by the browser. */
export const metadata: Metadata = { title: TEXTS.title };

/** The page for all unknown addresses, with links that this visitor can open. */
export default async function NotFoundPage() {
  const [cockpit, signIn] = [
    { href: "/cockpit", label: TEXTS.link },
    { href: "/login", label: TEXTS.signIn },
  ];
  const documentation = { href: "/docs", label: TEXTS.documentation };
  return (
    <>
      <header className="px-6 pt-8">
        <div className="mx-auto max-w-4xl">
          <Link href="/cockpit" prefetch={false} className="rounded-md">
            <Wordmark />
          </Link>
        </div>
      </header>
      <main className="px-6 py-16">
        <MissingPage
          title={TEXTS.title}
          help={TEXTS.help}
          ways={[
            (await isSignedIn(getContainer(), await headers())) ? cockpit : signIn,
            documentation,
          ]}
        />
      </main>
    </>
  );
}

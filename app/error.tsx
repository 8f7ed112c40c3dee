"use client";

import { ERROR_TEXTS } from "@/components/texts/en/error-texts";
import { Button } from "@/components/ui/button";

/** Shown if a page could not be rendered. Says what happened and offers to try again. */
export default function ErrorPage({
  error: { digest },
}: {
  /** For server errors, only the digest reaches the browser. The log contains the same digest. */
  readonly error: Error & { readonly digest?: string };
}) {
  return (
    <main className="mx-auto max-w-3xl px-6 py-20">
      <h1 className="font-serif text-4xl">{ERROR_TEXTS.title}</h1>
      <div role="alert" className="mt-4 text-lg text-quiet">
        <p>{ERROR_TEXTS.help}</p>
        {digest && <p className="mt-2 text-base">{ERROR_TEXTS.number(digest)}</p>}
      </div>
      {/* Reloads the whole page, because the error may come from the surrounding layout, which the server renders. */}
      <Button tone="primary" className="mt-6" onClick={() => window.location.reload()}>
        {ERROR_TEXTS.tryAgain}
      </Button>
    </main>
  );
}

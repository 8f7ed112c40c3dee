"use client";

import { ownPath } from "@/lib/accounts/rules/own-path";
import { tabSignals } from "../api/tab-signals";
import { Wordmark } from "../shell/wordmark";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { Notice } from "../ui/notice";
import { SignInForm } from "./sign-in-form";

/** The page on which people sign in; afterwards the page that they wanted is loaded as a whole. */
export function LoginPanel({
  wanted,
  isAfterSignOut,
}: {
  /** Where somebody wanted to go, as a link may claim it: only a place of this site is gone to. */
  readonly wanted: string | null;
  readonly isAfterSignOut: boolean;
}) {
  return (
    <div className="w-full max-w-md">
      <div className="overflow-hidden rounded-2xl border border-line bg-surface shadow-over">
        <div className="drape px-8 pt-9 pb-8 text-on-drape">
          <Wordmark className="text-5xl" isOnDrape />
          <p className="mt-3">{SIGN_IN_TEXTS.tagline}</p>
        </div>
        <div className="px-8 py-7">
          <h1 className="mb-5 font-serif text-2xl">{SIGN_IN_TEXTS.title}</h1>
          {isAfterSignOut && <Notice tone="go" className="mb-5" title={SIGN_IN_TEXTS.signedOut} />}
          <SignInForm
            onSignedIn={(email) => {
              tabSignals.tellSignedIn(email);
              window.location.assign(destinationOf(wanted));
            }}
          />
        </div>
      </div>
      <p className="mt-5 px-2 text-sm text-quiet">
        <span className="font-medium">{SIGN_IN_TEXTS.forgotten}</span> {SIGN_IN_TEXTS.forgottenHelp}
      </p>
      <details className="mt-3 px-2 text-sm text-quiet">
        <summary className="w-fit rounded-md underline-offset-4 hover:underline">
          {SIGN_IN_TEXTS.firstTime}
        </summary>
        <p className="mt-2">{SIGN_IN_TEXTS.firstTimeHelp}</p>
        <code className="mt-2 block rounded-md bg-sunken px-3 py-2 text-ink">
          {SIGN_IN_TEXTS.resetCommand}
        </code>
      </details>
    </div>
  );
}

const destinationOf = (wanted: string | null) =>
  (wanted && ownPath(wanted, window.location.origin)) ?? "/cockpit";

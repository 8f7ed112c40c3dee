"use client";

import { ownPath } from "@/lib/accounts/rules/own-path";
import { tabSignals } from "../api/tab-signals";
import { Wordmark } from "../shell/wordmark";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { SINGLE_SIGN_ON_TEXTS, type SingleSignOnProblem } from "../texts/en/single-sign-on-texts";
import { Notice } from "../ui/notice";
import { SignInForm } from "./sign-in-form";
import { SingleSignOnButton } from "./single-sign-on-button";

/** The sign-in panel. After sign-in, the requested page is opened with a full page load. */
export function LoginPanel({
  wanted,
  isAfterSignOut,
  singleSignOn,
  problem,
}: {
  /** The page to open after sign-in, taken from a link and not trusted: only a path on this site is opened. */
  readonly wanted: string | null;
  readonly isAfterSignOut: boolean;
  /** The display name of the identity provider; null if there is none. */
  readonly singleSignOn: string | null;
  /** Why single sign-on ended without a session; null if there is no such problem. */
  readonly problem: SingleSignOnProblem | null;
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
          {problem && (
            <Notice
              tone="alarm"
              className="mb-5"
              title={SINGLE_SIGN_ON_TEXTS.problems[problem].title}
              isAnnounced
            >
              {SINGLE_SIGN_ON_TEXTS.problems[problem].help}
            </Notice>
          )}
          {singleSignOn && (
            <>
              <SingleSignOnButton name={singleSignOn} wanted={wanted ?? "/cockpit"} />
              <p className="my-4 text-center text-quiet text-sm">{SINGLE_SIGN_ON_TEXTS.or}</p>
            </>
          )}
          <SignInForm
            onSignedIn={(email) => {
              tabSignals.tellSignedIn(email);
              window.location.assign(destinationOf(wanted));
            }}
          />
        </div>
      </div>
      {singleSignOn && (
        <p className="mt-5 px-2 text-quiet text-sm">{SINGLE_SIGN_ON_TEXTS.signOutNote}</p>
      )}
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

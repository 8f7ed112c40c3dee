"use client";

import { LogIn } from "lucide-react";
import { useState } from "react";
import { ownPath } from "@/lib/accounts/rules/session";
import { tabSignals } from "../api/tab-signals";
import { Wordmark } from "../shell/wordmark";
import { SIGN_IN_TEXTS } from "../texts/en/sign-in-texts";
import { SINGLE_SIGN_ON_TEXTS, type SingleSignOnProblem } from "../texts/en/single-sign-on-texts";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { SignInForm } from "./sign-in-form";

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

/** Opens the identity provider, which later sends the browser back to the requested page. */
function SingleSignOnButton({
  name,
  wanted,
}: {
  /** The display name of the provider. */
  readonly name: string;
  readonly wanted: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const [isUnreachable, setUnreachable] = useState(false);
  async function leave() {
    setBusy(true);
    setUnreachable(false);
    try {
      window.location.assign(await providerAddress(wanted));
    } catch {
      // The call failed, or the response was not from Stagedoor. Both show the same message.
      setBusy(false);
      setUnreachable(true);
    }
  }
  return (
    <>
      {isUnreachable && (
        <Notice tone="alarm" className="mb-4" title={SIGN_IN_TEXTS.unreachable} isAnnounced />
      )}
      <Button size="large" className="w-full" disabled={isBusy} onClick={() => void leave()}>
        <LogIn aria-hidden />
        {isBusy ? SINGLE_SIGN_ON_TEXTS.busy : SINGLE_SIGN_ON_TEXTS.button(name)}
      </Button>
    </>
  );
}

const TIMEOUT_MS = 30_000;

/** @throws if there is no response, or if it is not from Stagedoor */
async function providerAddress(callbackUrl: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const csrf = await fetch("/api/auth/csrf", { cache: "no-store", signal });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, callbackUrl, json: "true" });
  const answer = await fetch("/api/auth/signin/oidc", { method: "POST", body, signal });
  const { url } = (await answer.json()) as { url: string };
  return new URL(url).href;
}

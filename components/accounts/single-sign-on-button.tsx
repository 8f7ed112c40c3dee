"use client";

import { LogIn } from "lucide-react";
import { useState } from "react";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { SINGLE_SIGN_ON_TEXTS } from "../texts/en/single-sign-on-texts";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";

/** Opens the identity provider, which later sends the browser back to the requested page. */
export function SingleSignOnButton({
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

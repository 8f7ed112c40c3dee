"use client";

import { LogIn } from "lucide-react";
import { useState } from "react";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { SINGLE_SIGN_ON_TEXTS } from "../texts/en/single-sign-on-texts";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";

/** Leaves for the identity provider, from where the browser comes back to what was wanted. */
export function SingleSignOnButton({
  name,
  wanted,
}: {
  /** What people know the provider as. */
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
      // It failed, or what came was no answer of Stagedoor: both are told as one sentence.
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

/** @throws when no answer comes or it is none of Stagedoor's */
async function providerAddress(callbackUrl: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const csrf = await fetch("/api/auth/csrf", { cache: "no-store", signal });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, callbackUrl, json: "true" });
  const answer = await fetch("/api/auth/signin/oidc", { method: "POST", body, signal });
  const { url } = (await answer.json()) as { url: string };
  return new URL(url).href;
}

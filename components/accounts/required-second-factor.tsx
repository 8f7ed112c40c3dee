"use client";

import { LogOut } from "lucide-react";
import { ownPath } from "@/lib/accounts/rules/session";
import { leave } from "../shell/leave";
import { Wordmark } from "../shell/wordmark";
import { SECOND_FACTOR_TEXTS } from "../texts/en/second-factor-texts";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { ToastProvider, useToasts } from "../ui/toast";
import { SecondFactorSetUp } from "./second-factor-set-up";

/** Sets up a required second factor. Afterwards, the requested page is opened with a full page load. */
export function RequiredSecondFactor({
  wanted,
}: {
  /** The page to open afterwards, taken from a link and not trusted: only a path on this site is opened. */
  readonly wanted: string | null;
}) {
  const goOn = () =>
    window.location.assign((wanted && ownPath(wanted, window.location.origin)) ?? "/cockpit");
  return (
    <ToastProvider>
      <div className="w-full max-w-xl overflow-hidden rounded-2xl border border-line bg-surface shadow-over">
        <div className="drape px-8 py-6 text-on-drape">
          <Wordmark className="text-4xl" isOnDrape />
        </div>
        <div className="px-8 py-7">
          <h1 className="font-serif text-2xl">{SECOND_FACTOR_TEXTS.setUpTitle}</h1>
          <Notice tone="note" className="my-5" title={SECOND_FACTOR_TEXTS.required}>
            {SECOND_FACTOR_TEXTS.requiredHelp}
          </Notice>
          <p className="mb-5 text-quiet">{SECOND_FACTOR_TEXTS.intro}</p>
          <SecondFactorSetUp onDone={goOn} />
          <div className="mt-8 border-line border-t pt-4">
            <SignOutButton />
          </div>
        </div>
      </div>
    </ToastProvider>
  );
}

/** Ends this session and opens the sign-in page. */
function SignOutButton() {
  const toasts = useToasts();
  return (
    <Button tone="quiet" onClick={() => void leave(toasts)}>
      <LogOut aria-hidden />
      {SHELL_TEXTS.signOut}
    </Button>
  );
}

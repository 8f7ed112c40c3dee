"use client";

import type { SessionOver } from "../api/session-signals";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { Dialog } from "../ui/dialog";
import { SignInForm } from "./sign-in-form";

/** Says that the session has ended, and lets the user sign in again without leaving the page. */
export function SessionEnded({
  over,
  isOpen,
  onClose,
  email,
  singleSignOn,
  onSignedIn,
}: {
  /** null while the session is active. */
  readonly over: SessionOver | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly email: string;
  /** The display name of the identity provider; null if there is none. */
  readonly singleSignOn: string | null;
  readonly onSignedIn: (email: string) => void;
}) {
  const { title, inAnotherTab, description } = SHELL_TEXTS.sessionEnded;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={over === "signed-out-in-another-tab" ? inAnotherTab : title}
      description={description}
    >
      <SignInForm email={email} onSignedIn={onSignedIn} />
      {over !== null && singleSignOn && <SingleSignOnLink name={singleSignOn} />}
    </Dialog>
  );
}

/** For users who do not have a password here. Rendered only in the browser, after the session has ended. */
function SingleSignOnLink({ name }: { readonly name: string }) {
  const { pathname, search } = window.location;
  const { singleSignOn, singleSignOnHelp } = SHELL_TEXTS.sessionEnded;
  return (
    <p className="mt-5 border-line border-t pt-4 text-quiet text-sm">
      <a
        href={`/login?${new URLSearchParams({ callbackUrl: pathname + search })}`}
        className="font-medium text-ink underline underline-offset-4"
      >
        {singleSignOn(name)}
      </a>{" "}
      {singleSignOnHelp}
    </p>
  );
}

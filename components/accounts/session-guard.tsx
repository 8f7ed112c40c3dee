"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { normaliseEmail } from "@/lib/accounts/rules/email";
import { type SessionOver, sessionSignals } from "../api/session-signals";
import { type TabNews, tabSignals } from "../api/tab-signals";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { Dialog } from "../ui/dialog";
import { useLoaded } from "../ui/use-loaded";

const loadForm = () => import("./sign-in-form").then((module) => module.SignInForm);

/**
 * Notices that the session is over, here or because of another tab, and has its owner sign in again where they are, so that
 * nothing on the page is lost. Signing in again in one tab is enough for all.
 */
export function SessionGuard({
  email,
  singleSignOn,
}: {
  readonly email: string;
  /** What people know the identity provider as; null: there is none. */
  readonly singleSignOn: string | null;
}) {
  const [over, setOver] = useState<SessionOver | null>(null);
  const [isClosed, setClosed] = useState(false);
  const [SignInForm, askForForm] = useLoaded(loadForm);
  const router = useRouter();
  const goOn = () => {
    setOver(null);
    sessionSignals.noteRestored();
    router.refresh();
  };
  const hear = useEffectEvent((news: TabNews) => {
    if (news.kind === "signed-out") sessionSignals.noteOver("signed-out-in-another-tab");
    else if (over !== null && normaliseEmail(news.email) === email) goOn();
  });
  useEffect(
    () =>
      sessionSignals.onOver((how) => {
        // What ended it is known first; calls that are refused afterwards know less.
        setOver((first) => first ?? how);
        setClosed(false);
        askForForm();
      }),
    [askForForm],
  );
  useEffect(() => tabSignals.onNews(hear), []);
  const { title, inAnotherTab, description } = SHELL_TEXTS.sessionEnded;
  return (
    <Dialog
      isOpen={over !== null && !isClosed}
      onClose={() => setClosed(true)}
      title={over === "signed-out-in-another-tab" ? inAnotherTab : title}
      description={description}
    >
      {SignInForm && (
        <SignInForm
          email={email}
          onSignedIn={(typed) => {
            goOn();
            tabSignals.tellSignedIn(typed);
          }}
        />
      )}
      {over !== null && singleSignOn && <SingleSignOnLink name={singleSignOn} />}
    </Dialog>
  );
}

/** For whoever has no password here. Rendered in the browser alone, after the session is over. */
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

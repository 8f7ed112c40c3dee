"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { normaliseEmail } from "@/lib/accounts/rules/email";
import { type SessionOver, sessionSignals } from "../api/session-signals";
import { type TabNews, tabSignals } from "../api/tab-signals";
import { useLoaded } from "../ui/use-loaded";

const loadDialog = () => import("./session-ended").then((module) => module.SessionEnded);

/**
 * Detects that the session has ended, here or in another tab, and asks the user to sign in again without leaving the
 * page, so that nothing on the page is lost. Signing in again in one tab is enough for all tabs.
 */
export function SessionGuard({
  email,
  singleSignOn,
}: {
  readonly email: string;
  /** The display name of the identity provider; null if there is none. */
  readonly singleSignOn: string | null;
}) {
  const [over, setOver] = useState<SessionOver | null>(null);
  const [isClosed, setClosed] = useState(false);
  const [SessionEnded, askForDialog] = useLoaded(loadDialog);
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
        // The first signal is the most precise: calls rejected later only report that the session has ended.
        setOver((first) => first ?? how);
        setClosed(false);
        askForDialog();
      }),
    [askForDialog],
  );
  useEffect(() => tabSignals.onNews(hear), []);
  return (
    SessionEnded && (
      <SessionEnded
        over={over}
        isOpen={over !== null && !isClosed}
        onClose={() => setClosed(true)}
        email={email}
        singleSignOn={singleSignOn}
        onSignedIn={(typed) => {
          goOn();
          tabSignals.tellSignedIn(typed);
        }}
      />
    )
  );
}

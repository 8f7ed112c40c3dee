"use client";

import useSWR from "swr";
import type { OwnSessions } from "@/lib/http/accounts/cockpit-schemas";
import { SWR_OPTIONS } from "../api/swr-options";
import { ACCOUNT_TEXTS } from "../texts/en/account-texts";
import { Card } from "../ui/card";
import { OWN_SESSIONS_PATH } from "./own-session-calls";
import { OwnSessionList } from "./own-session-list";
import { PasswordForm } from "./password-form";

/**
 * The password and the sessions of the signed-in user. Changing the password ends sessions, so the list is then
 * refreshed.
 */
export function OwnAccount({ sessions }: { readonly sessions: OwnSessions }) {
  const options = { ...SWR_OPTIONS, fallbackData: sessions };
  const { data, error, mutate } = useSWR<OwnSessions>(OWN_SESSIONS_PATH, options);
  return (
    <div className="mt-8 flex flex-col gap-5">
      <Card title={ACCOUNT_TEXTS.passwordTitle}>
        <PasswordForm onChanged={() => mutate()} />
      </Card>
      <OwnSessionList items={(data ?? sessions).items} error={error} onChanged={() => mutate()} />
    </div>
  );
}

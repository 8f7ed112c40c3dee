import type { Metadata } from "next";
import { getContainer } from "@/app/container";
import { requireRole } from "@/app/require-role";
import { OwnAccount } from "@/components/accounts/own-account";
import { ACCOUNT_TEXTS } from "@/components/texts/en/account-texts";
import { renderOwnSessions } from "@/lib/http/accounts/cockpit-serializers";

export const metadata: Metadata = { title: ACCOUNT_TEXTS.title };

/** One's own account: who one is, another password, and where one is signed in. */
export default async function AccountPage() {
  const { id, name, email, sessionId } = await requireRole("reader");
  const { sessions, clock } = getContainer().ports;
  const open = await sessions.list(id, clock.now());
  return (
    <>
      <h1 className="font-serif text-4xl">{ACCOUNT_TEXTS.title}</h1>
      <p className="mt-1 text-quiet">{ACCOUNT_TEXTS.signedInAs(name, email)}</p>
      <OwnAccount sessions={renderOwnSessions(open, sessionId)} />
    </>
  );
}

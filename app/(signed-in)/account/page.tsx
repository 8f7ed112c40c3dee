import Link from "next/link";
import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { OwnAccount } from "@/components/accounts/own-account";
import { ACCOUNT_TEXTS } from "@/components/texts/en/account-texts";
import { SECOND_FACTOR_TEXTS } from "@/components/texts/en/second-factor-texts";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { findOwnSecondFactor } from "@/lib/accounts/use-cases/own-second-factor";
import { listOwnSessions } from "@/lib/accounts/use-cases/sessions";
import { renderOwnSessions } from "@/lib/http/accounts/cockpit-schemas";

export const metadata = metadataOf("/account");

/** The user's own account: their details, password and sessions. */
export default async function AccountPage() {
  const user = await requirePage("/account");
  const { id, name, email, sessionId } = user;
  const { ports } = getContainer();
  const open = await listOwnSessions(ports, id);
  const { confirmedAt } = await findOwnSecondFactor(ports, user);
  return (
    <>
      <h1 className="font-serif text-4xl">{ACCOUNT_TEXTS.title}</h1>
      <p className="mt-1 text-quiet">{ACCOUNT_TEXTS.signedInAs(name, email)}</p>
      <OwnAccount sessions={renderOwnSessions(open, sessionId)} />
      <Card title={ACCOUNT_TEXTS.secondFactorTitle} className="mt-5">
        <p className="mb-4 text-quiet">
          {confirmedAt ? SECOND_FACTOR_TEXTS.accountOn : SECOND_FACTOR_TEXTS.accountOff}
        </p>
        <Link href="/account/second-factor" prefetch={false} className={buttonLook()}>
          {SECOND_FACTOR_TEXTS.accountLink}
        </Link>
      </Card>
    </>
  );
}

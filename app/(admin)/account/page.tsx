import type { Metadata } from "next";
import Link from "next/link";
import { getContainer } from "@/app/container";
import { requireRole } from "@/app/require-role";
import { PasswordForm } from "@/components/accounts/password-form";
import { ACCOUNT_TEXTS } from "@/components/texts/en/account-texts";
import { SECOND_FACTOR_TEXTS } from "@/components/texts/en/second-factor-texts";
import { buttonLook } from "@/components/ui/button";
import { findOwnSecondFactor } from "@/lib/accounts/use-cases/find-own-second-factor";

export const metadata: Metadata = { title: ACCOUNT_TEXTS.title };

/** One's own account: who one is, and another password. */
export default async function AccountPage() {
  const user = await requireRole("reader");
  const { name, email } = user;
  const { confirmedAt } = await findOwnSecondFactor(getContainer().ports, user);
  return (
    <>
      <h1 className="font-serif text-4xl">{ACCOUNT_TEXTS.title}</h1>
      <p className="mt-1 text-quiet">{ACCOUNT_TEXTS.signedInAs(name, email)}</p>
      <section
        aria-labelledby="password-title"
        className="mt-8 rounded-tile border border-line bg-surface p-6 shadow-tile"
      >
        <h2 id="password-title" className="mb-4 font-serif text-2xl">
          {ACCOUNT_TEXTS.passwordTitle}
        </h2>
        <PasswordForm />
      </section>
      <section
        aria-labelledby="second-factor-title"
        className="mt-6 rounded-tile border border-line bg-surface p-6 shadow-tile"
      >
        <h2 id="second-factor-title" className="mb-2 font-serif text-2xl">
          {ACCOUNT_TEXTS.secondFactorTitle}
        </h2>
        <p className="mb-4 text-quiet">
          {confirmedAt ? SECOND_FACTOR_TEXTS.accountOn : SECOND_FACTOR_TEXTS.accountOff}
        </p>
        <Link href="/account/second-factor" className={buttonLook()}>
          {SECOND_FACTOR_TEXTS.accountLink}
        </Link>
      </section>
    </>
  );
}

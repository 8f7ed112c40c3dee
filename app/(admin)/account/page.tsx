import type { Metadata } from "next";
import { requireRole } from "@/app/require-role";
import { PasswordForm } from "@/components/accounts/password-form";
import { ACCOUNT_TEXTS } from "@/components/texts/en/account-texts";

export const metadata: Metadata = { title: ACCOUNT_TEXTS.title };

/** One's own account: who one is, and another password. */
export default async function AccountPage() {
  const { name, email } = await requireRole("reader");
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
    </>
  );
}

import type { Metadata } from "next";
import { headers } from "next/headers";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { ChoosePasswordForm } from "@/components/accounts/choose-password-form";
import { Wordmark } from "@/components/shell/wordmark";
import { PASSWORD_LINK_TEXTS as TEXTS } from "@/components/texts/en/user-texts";
import { Notice } from "@/components/ui/notice";
import { findPasswordLink } from "@/lib/accounts/use-cases/passwords";
import { assertWithinLimit } from "@/lib/http/core/rate-limits";
import { DomainError } from "@/lib/kernel/rules/errors";

export const metadata: Metadata = {
  ...metadataOf("/invitation/[token]"),
  robots: { index: false, follow: false },
};

/**
 * The page that a link opens. It shows whose account it is and a form to choose a password, or says why the link does not
 * work. Opening the page does not use up the link.
 */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const found = await look(token);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md overflow-hidden rounded-2xl border border-line bg-surface shadow-over">
        <div className="drape px-8 pt-9 pb-8 text-on-drape">
          <Wordmark className="text-5xl" isOnDrape />
        </div>
        <div className="px-8 py-7">
          {typeof found === "string" ? (
            <>
              <h1 className="mb-5 font-serif text-2xl">{TEXTS.invalidTitle}</h1>
              <Notice tone="wait" title={found} />
              <p className="mt-5">
                <a href="/login" className="underline underline-offset-4">
                  {TEXTS.signIn}
                </a>
              </p>
            </>
          ) : (
            <>
              <h1 className="mb-5 font-serif text-2xl">{TEXTS.titles[found.link.kind]}</h1>
              <ChoosePasswordForm token={token} email={found.user.email} />
            </>
          )}
        </div>
      </div>
    </main>
  );
}

/** Returns the link, or a sentence that says why it does not work. @throws DomainError `database-unavailable` */
async function look(token: string) {
  const { ports, rateLimits, clientAddress } = getContainer();
  const { key } = clientAddress(await headers());
  try {
    // Visits and the calls that pages make count toward the same limit. If client addresses are unknown, strangers must
    // not use up everyone's limit.
    assertWithinLimit(rateLimits.countAddress(key, "/api/cockpit/invitation"));
    return await findPasswordLink(ports, token);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "rate-limited") return TEXTS.tooMany;
    if (error.code.startsWith("password-link-")) return error.detail;
    throw error;
  }
}

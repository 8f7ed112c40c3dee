import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { SecondFactorPanel } from "@/components/accounts/second-factor-panel";
import { SECOND_FACTOR_TEXTS } from "@/components/texts/en/second-factor-texts";
import { BackLink } from "@/components/ui/back-link";
import { findOwnSecondFactor } from "@/lib/accounts/use-cases/own-second-factor";
import { renderOwnSecondFactor } from "@/lib/http/accounts/cockpit-schemas";

export const metadata = metadataOf("/account/second-factor");

/** The user's own second factor. */
export default async function SecondFactorPage() {
  const user = await requirePage("/account/second-factor");
  const state = await findOwnSecondFactor(getContainer().ports, user);
  return (
    <div className="max-w-3xl">
      <BackLink href="/account" label={SECOND_FACTOR_TEXTS.back} />
      <h1 className="mt-1 font-serif text-4xl">{SECOND_FACTOR_TEXTS.title}</h1>
      <p className="mt-2 mb-8 text-quiet">{SECOND_FACTOR_TEXTS.intro}</p>
      <SecondFactorPanel factor={renderOwnSecondFactor(state)} />
    </div>
  );
}

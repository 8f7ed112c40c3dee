import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireRole } from "@/app/access/require-role";
import { RequiredSecondFactor } from "@/components/accounts/required-second-factor";
import { SECOND_FACTOR_TEXTS } from "@/components/texts/en/second-factor-texts";

export const metadata: Metadata = { title: SECOND_FACTOR_TEXTS.title };

type Query = Record<string, string | string[] | undefined>;

/** The page after sign-in for users who must set up a second factor. `callbackUrl` is the page that they requested. */
export default async function RequiredSecondFactorPage({
  searchParams,
}: {
  searchParams: Promise<Query>;
}) {
  const { callbackUrl } = await searchParams;
  const { lacksSecondFactor } = await requireRole("reader", { mayLackSecondFactor: true });
  if (!lacksSecondFactor) redirect("/cockpit");
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <RequiredSecondFactor wanted={typeof callbackUrl === "string" ? callbackUrl : null} />
    </main>
  );
}

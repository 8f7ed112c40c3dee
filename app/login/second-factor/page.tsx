import { redirect } from "next/navigation";
import { requirePage } from "@/app/access/require-role";
import { metadataOf } from "@/app/pages";
import { RequiredSecondFactor } from "@/components/accounts/required-second-factor";

export const metadata = metadataOf("/login/second-factor");

type Query = Record<string, string | string[] | undefined>;

/** The page after sign-in for users who must set up a second factor. `callbackUrl` is the page that they requested. */
export default async function RequiredSecondFactorPage({
  searchParams,
}: {
  searchParams: Promise<Query>;
}) {
  const { callbackUrl } = await searchParams;
  const { lacksSecondFactor } = await requirePage("/login/second-factor", {
    mayLackSecondFactor: true,
  });
  if (!lacksSecondFactor) redirect("/cockpit");
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <RequiredSecondFactor wanted={typeof callbackUrl === "string" ? callbackUrl : null} />
    </main>
  );
}

import type { Metadata } from "next";
import { LoginPanel } from "@/components/accounts/login-panel";
import { SIGN_IN_TEXTS } from "@/components/texts/en/shell-texts";

export const metadata: Metadata = { title: SIGN_IN_TEXTS.title };

type Query = Record<string, string | string[] | undefined>;

/** Where everybody comes who has to sign in; `callbackUrl` is where they wanted to go. */
export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { callbackUrl, after } = await searchParams;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <LoginPanel
        wanted={typeof callbackUrl === "string" ? callbackUrl : null}
        isAfterSignOut={after === "signed-out"}
      />
    </main>
  );
}

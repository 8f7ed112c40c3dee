import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { LoginPanel } from "@/components/accounts/login-panel";
import {
  SINGLE_SIGN_ON_TEXTS,
  type SingleSignOnProblem,
} from "@/components/texts/en/single-sign-on-texts";

export const metadata = metadataOf("/login");

type Query = Record<string, string | string[] | undefined>;

/** The sign-in page. `callbackUrl` is the page that the user requested. */
export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { callbackUrl, after, error } = await searchParams;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <LoginPanel
        wanted={typeof callbackUrl === "string" ? callbackUrl : null}
        isAfterSignOut={after === "signed-out"}
        singleSignOn={getContainer().settings.singleSignOn?.name ?? null}
        problem={isProblem(error) ? error : null}
      />
    </main>
  );
}

/** Returns whether there is a message for the problem. The page never shows text from the URL. */
const isProblem = (error: unknown): error is SingleSignOnProblem =>
  typeof error === "string" && Object.hasOwn(SINGLE_SIGN_ON_TEXTS.problems, error);

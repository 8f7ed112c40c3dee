import { afterAll, beforeAll } from "vitest";
import { type ProviderUnderTest, type RunningProvider, startOidcProvider } from "./oidc-provider";

/** Starts the provider before the tests of a file and stops it afterwards. */
export function prepareOidcProvider(redirectUri: string): ProviderUnderTest {
  let provider: RunningProvider | null = null;
  const running = () => {
    if (!provider) throw new Error("the provider is used before the tests begin");
    return provider;
  };
  beforeAll(async () => {
    provider = await startOidcProvider(redirectUri);
  });
  afterAll(() => provider?.stop());
  return {
    get issuer() {
      return running().issuer;
    },
    person: (...parameters) => running().person(...parameters),
    authenticate: (address) => running().authenticate(address),
    answerInstead: (replacement) => running().answerInstead(replacement),
  };
}

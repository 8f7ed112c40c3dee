import { describeApiKeyRepositoryContract } from "./api-key-repository.contract";
import { makeAccountPorts } from "./in-memory-account-ports";
import { describePasswordHasherContract } from "./password-hasher.contract";
import { describeSignInThrottleContract } from "./sign-in-throttle.contract";
import { describeUserRepositoryContract } from "./user-repository.contract";

describeApiKeyRepositoryContract("API keys in memory", async () => makeAccountPorts().apiKeys);

describeUserRepositoryContract("administrators in memory", async () => makeAccountPorts().users);

describePasswordHasherContract("passwords in plain text", () => makeAccountPorts().passwordHasher);

describeSignInThrottleContract("tries to sign in, counted in memory", async () => {
  const { signInThrottle: throttle, clock } = makeAccountPorts();
  return { throttle, passSeconds: async (seconds) => clock.advanceSeconds(seconds) };
});

import { describeApiKeyRepository } from "./api-key-repository.contract";
import { createInMemoryApiKeys } from "./in-memory-api-keys";

describeApiKeyRepository("API keys in memory", async () => createInMemoryApiKeys());

import type { Metadata } from "next";
import { headers } from "next/headers";
import { requireRole } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { ApiKeyAdministration } from "@/components/accounts/api-keys/api-key-administration";
import { API_KEY_TEXTS } from "@/components/texts/en/api-key-texts";
import { listApiKeys } from "@/lib/accounts/use-cases/api-keys";
import { renderApiKeys } from "@/lib/http/accounts/api-key-schemas";

export const metadata: Metadata = { title: API_KEY_TEXTS.title };

/** API keys for programs: create, rotate and revoke them. */
export default async function ApiKeysPage() {
  await requireRole("administrator");
  const { ports, clientAddress } = getContainer();
  const { text: address } = clientAddress(await headers());
  const list = renderApiKeys(await listApiKeys(ports), address);
  return (
    <div className="max-w-4xl">
      <h1 className="font-serif text-4xl">{API_KEY_TEXTS.title}</h1>
      <p className="mt-2 mb-6 max-w-2xl text-quiet">{API_KEY_TEXTS.intro}</p>
      <ApiKeyAdministration initial={list} />
    </div>
  );
}

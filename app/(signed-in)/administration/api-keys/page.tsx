import { headers } from "next/headers";
import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { ApiKeyAdministration } from "@/components/accounts/api-keys/api-key-administration";
import { API_KEY_TEXTS } from "@/components/texts/en/api-key-texts";
import { listApiKeys } from "@/lib/accounts/use-cases/api-keys";
import { renderApiKeys } from "@/lib/http/accounts/api-key-schemas";

export const metadata = metadataOf("/administration/api-keys");

/** API keys for programs: create, rotate and revoke them. */
export default async function ApiKeysPage() {
  await requirePage("/administration/api-keys");
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

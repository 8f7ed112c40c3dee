import { connection } from "next/server";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { ApiReferencePage } from "@/components/api-reference/api-reference-page";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";
import { apiReferenceOf } from "@/lib/http/openapi/reference/api-reference";

export const metadata = metadataOf("/docs/api");

/**
 * All calls of the external API, rendered on the server from the OpenAPI document. Only the copy buttons need a script
 * (decision 0064).
 */
export default async function ApiPage() {
  await connection();
  const reference = apiReferenceOf(openApiDocument(getContainer().publicUrl));
  return <ApiReferencePage reference={reference} />;
}

import type { Metadata } from "next";
import { connection } from "next/server";
import { getContainer } from "@/app/current-container";
import { ApiReferencePage } from "@/components/api-reference/api-reference-page";
import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";
import { apiReferenceOf } from "@/lib/http/openapi/reference/api-reference";

export const metadata: Metadata = { title: API_REFERENCE_TEXTS.title };

/**
 * All calls of the external API, rendered on the server from the OpenAPI document. Only the copy buttons need a script
 * (decision 0064).
 */
export default async function ApiPage() {
  await connection();
  const reference = apiReferenceOf(openApiDocument(getContainer().publicUrl));
  return <ApiReferencePage reference={reference} />;
}

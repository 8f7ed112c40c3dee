import type { Metadata } from "next";
import { ApiReference } from "@/components/api/api-reference";
import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";
import "./reference.css";

export const metadata: Metadata = { title: API_REFERENCE_TEXTS.title };

/** Every call of the external API, to read and to try; loads nothing from another server. */
export default function ApiPage() {
  return (
    <div className="api-page">
      <h1 className="font-serif text-4xl">{API_REFERENCE_TEXTS.title}</h1>
      <p className="mt-4 text-quiet">
        {API_REFERENCE_TEXTS.read}
        <a className="underline" href="/external-api/openapi.json">
          {API_REFERENCE_TEXTS.openApiDocument}
        </a>
        {API_REFERENCE_TEXTS.orPress}
        <strong className="font-medium text-ink">{API_REFERENCE_TEXTS.authorize}</strong>
        {API_REFERENCE_TEXTS.thenTry}
      </p>
      <ApiReference />
    </div>
  );
}

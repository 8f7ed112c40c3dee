import type { Metadata } from "next";
import { ApiReference } from "@/components/api/api-reference";
import "./reference.css";

export const metadata: Metadata = { title: "API reference" };

/** Every call of the external API, to read and to try; nothing of it comes from another server. */
export default function ApiPage() {
  return (
    <div className="api-page">
      <h1 className="font-serif text-4xl">API reference</h1>
      <p className="mt-4 text-quiet">
        Read the{" "}
        <a className="underline" href="/external-api/openapi.json">
          OpenAPI document
        </a>
        , or press <strong className="font-medium text-ink">Authorize</strong>, give an API key, and
        try calls. They are real: what you create here is created.
      </p>
      <ApiReference />
    </div>
  );
}

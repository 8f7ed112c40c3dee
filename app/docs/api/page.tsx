import type { Metadata } from "next";
import Link from "next/link";
import { ApiReference } from "@/components/api-reference";
import "./reference.css";

export const metadata: Metadata = { title: "API reference" };

/** Every call of the external API, to read and to try; nothing of it comes from another server. */
export default function ApiPage() {
  return (
    <div className="api-page">
      <p className="text-sm text-quiet">
        <Link className="underline" href="/">
          Stagedoor
        </Link>{" "}
        ·{" "}
        <Link className="underline" href="/docs/guide">
          Guide in curl, TypeScript and Python
        </Link>{" "}
        ·{" "}
        <a className="underline" href="/external-api/openapi.json">
          openapi.json
        </a>
      </p>
      <h1 className="mt-2 text-3xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-4 text-quiet">
        Press <strong className="font-medium text-ink">Authorize</strong>, give an API key, and try
        calls. They are real: what you create here is created.
      </p>
      <ApiReference />
    </div>
  );
}

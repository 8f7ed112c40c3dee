"use client";

import { useEffect, useRef, useState } from "react";
import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";

type SwaggerUi = (options: Record<string, unknown>) => unknown;

const ASSETS = "/docs/api/assets";
const DOCUMENT = "/external-api/openapi.json";

/** The OpenAPI document as a page that can try calls; tried calls go to where the page came from. */
export function ApiReference() {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    const { current } = place;
    if (current) show(current, leaving.signal).catch(() => setFailed(!leaving.signal.aborted));
    const endColours = followColourScheme();
    return () => {
      leaving.abort();
      endColours();
    };
  }, []);

  return (
    <div>
      <link rel="stylesheet" href={`${ASSETS}/swagger-ui.css`} precedence="default" />
      <div ref={place}>
        <p className="mt-8 text-quiet" role="status">
          {failed ? API_REFERENCE_TEXTS.notLoaded : API_REFERENCE_TEXTS.loading}
        </p>
      </div>
      <noscript>
        {API_REFERENCE_TEXTS.withoutScript}
        <a href={DOCUMENT}>{API_REFERENCE_TEXTS.withoutScriptFile}</a>
        {API_REFERENCE_TEXTS.withoutScriptEnd}
      </noscript>
    </div>
  );
}

/** Shows nothing once the signal has aborted. */
async function show(place: HTMLElement, signal: AbortSignal): Promise<void> {
  const [createUi, answer] = await Promise.all([loadSwaggerUi(), fetch(DOCUMENT, { signal })]);
  if (!answer.ok) throw new Error(`the document was answered with ${answer.status}`);
  const document = await answer.json();
  signal.throwIfAborted();
  const domNode = place.ownerDocument.createElement("div");
  createUi({
    domNode,
    // Another name of the same server would be another origin, which the browser refuses.
    spec: { ...document, servers: [{ url: location.origin }] },
    validatorUrl: null,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    syntaxHighlight: { activated: false },
  });
  place.replaceChildren(domNode);
}

function loadSwaggerUi(): Promise<SwaggerUi> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${ASSETS}/swagger-ui-bundle.js`;
    script.onload = () => {
      const { SwaggerUIBundle } = window as typeof window & { SwaggerUIBundle?: SwaggerUi };
      if (SwaggerUIBundle) resolve(SwaggerUIBundle);
      else reject(new Error("the script did not define SwaggerUIBundle"));
    };
    script.onerror = () => reject(new Error("the script could not be loaded"));
    document.head.append(script);
  });
}

/** Swagger UI has dark colours of its own, behind a class on the root. */
function followColourScheme(): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const apply = () => root.classList.toggle("dark-mode", dark.matches);
  apply();
  dark.addEventListener("change", apply);
  return () => {
    dark.removeEventListener("change", apply);
    root.classList.remove("dark-mode");
  };
}

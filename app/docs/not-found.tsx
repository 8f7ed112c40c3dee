import { MissingPage } from "@/components/shell/missing-page";
import { NOT_FOUND_TEXTS as TEXTS } from "@/components/texts/en/not-found-texts";

/** Shown inside the documentation layout if a page does not exist. */
export default function DocumentationNotFound() {
  return (
    <MissingPage
      title={TEXTS.title}
      help={TEXTS.help}
      ways={[
        { href: "/docs", label: TEXTS.documentation },
        { href: "/docs/guide", label: TEXTS.guide },
      ]}
    />
  );
}

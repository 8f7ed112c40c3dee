import { MissingPage } from "@/components/shell/missing-page";
import { NOTIFICATION_TEXTS as TEXTS } from "@/components/texts/en/delivery-texts";

/** Shown for a notification that does not exist. */
export default function NotificationNotFound() {
  return (
    <MissingPage
      title={TEXTS.notFoundTitle}
      help={TEXTS.notFound}
      ways={[{ href: "/administration/external-dms", label: TEXTS.notFoundLink }]}
    />
  );
}

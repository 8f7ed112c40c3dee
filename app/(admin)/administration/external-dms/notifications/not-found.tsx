import Link from "next/link";
import { NOTIFICATION_TEXTS } from "@/components/texts/en/delivery-texts";

/** Shown for a notification that does not exist. */
export default function NotificationNotFound() {
  return (
    <div className="max-w-4xl">
      <h1 className="font-serif text-4xl">{NOTIFICATION_TEXTS.notFoundTitle}</h1>
      <p className="mt-3 text-quiet">{NOTIFICATION_TEXTS.notFound}</p>
      <p className="mt-5">
        <Link href="/administration/external-dms" className="underline underline-offset-4">
          {NOTIFICATION_TEXTS.notFoundLink}
        </Link>
      </p>
    </div>
  );
}

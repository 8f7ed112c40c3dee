import { requirePage } from "@/app/access/require-role";
import { metadataOf } from "@/app/pages";
import { ReviewView } from "@/components/review/review-view";

export const metadata = metadataOf("/review");

/** The documents that wait for review, one after the other. */
export default async function ReviewPage() {
  await requirePage("/review");
  return <ReviewView />;
}

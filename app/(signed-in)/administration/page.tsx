import { redirect } from "next/navigation";
import { requirePage } from "@/app/access/require-role";

/** Redirects to the first administration page. */
export default async function AdministrationPage() {
  await requirePage("/administration");
  redirect("/administration/external-dms");
}

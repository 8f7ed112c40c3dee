import { redirect } from "next/navigation";
import { requireRole } from "@/app/access/require-role";

/** Redirects to the first administration page. */
export default async function AdministrationPage() {
  await requireRole("administrator");
  redirect("/administration/external-dms");
}

import { redirect } from "next/navigation";
import { requireRole } from "@/app/require-role";

/** Opens the first page of its navigation. */
export default async function AdministrationPage() {
  await requireRole("administrator");
  redirect("/administration/external-dms");
}

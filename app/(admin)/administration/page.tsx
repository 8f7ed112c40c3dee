import { redirect } from "next/navigation";
import { requireAdmin } from "@/app/require-admin";

/** Its one room, for now. */
export default async function AdministrationPage() {
  await requireAdmin();
  redirect("/administration/external-dms");
}

import { redirect } from "next/navigation";
import { requireRole } from "@/app/require-role";

/** Its one room, for now. */
export default async function AdministrationPage() {
  await requireRole("administrator");
  redirect("/administration/external-dms");
}

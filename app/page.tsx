import { redirect } from "next/navigation";

/** The cockpit is where people begin. */
export default function StartPage() {
  redirect("/cockpit");
}

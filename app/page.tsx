import { redirect } from "next/navigation";

/** The cockpit is the start page. */
export default function StartPage() {
  redirect("/cockpit");
}

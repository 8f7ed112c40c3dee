import type { ReactNode } from "react";
import { MissingRole } from "@/components/shell/missing-role";
import { includesRole, type Role } from "@/lib/kernel/rules/roles";
import { answerForbidden } from "./answer-forbidden";
import { loadedDocument } from "./loaded-document";
import { signedInUser } from "./require-role";

/**
 * For the layout of pages that need a role: in place of the pages, says which role they need to those who lack it, with status 403.
 * It explains and guards nothing: each page calls `requireRole` itself.
 */
export async function RoleGate({
  needed,
  children,
}: {
  readonly needed: Role;
  readonly children: ReactNode;
}) {
  const { role } = await signedInUser();
  if (includesRole(role, needed)) return children;
  // Next's router would load the whole document once more for a part that it gets with another status.
  if (await loadedDocument()) answerForbidden();
  return <MissingRole needed={needed} given={role} />;
}

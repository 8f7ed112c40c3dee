import type { ReactNode } from "react";
import { MissingRole } from "@/components/shell/missing-page";
import { includesRole } from "@/lib/kernel/rules/actor";
import { PAGES, type RolePagePath } from "../pages";
import { currentResponse } from "../serving/current-response";
import { loadedDocument } from "../serving/loaded-document";
import { signedInUser } from "./require-role";

/**
 * For layouts of pages that need a role. Shows users without the role which role they need, with status 403. This
 * component only explains and does not protect anything, because each page calls `requirePage` itself.
 */
export async function RoleGate({
  page,
  children,
}: {
  readonly page: RolePagePath;
  readonly children: ReactNode;
}) {
  const needed = PAGES[page].role;
  const { role } = await signedInUser();
  if (includesRole(role, needed)) return children;
  // Sets the status only for a whole document. If a part of a page has a different status, Next's router reloads the
  // whole document.
  if (await loadedDocument()) answerForbidden();
  return <MissingRole needed={needed} own={role} />;
}

/**
 * Sends status 403 with the page that is being rendered. Next lets pages set this status only behind an experimental
 * flag. A response whose headers have already been sent keeps its status.
 */
function answerForbidden(): void {
  const response = currentResponse();
  if (response) response.statusCode = 403;
}

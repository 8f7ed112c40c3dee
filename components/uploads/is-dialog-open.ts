/** Whether a dialog covers the page. Elements below it must not accept files, because the user cannot see them. */
export function isDialogOpen(page: Pick<Document, "querySelector">): boolean {
  return page.querySelector("[role=dialog][data-open]") !== null;
}

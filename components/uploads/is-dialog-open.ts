/** Whether a dialog covers the page: what lies under it must not take files, because it is not what people see. */
export function isDialogOpen(page: Pick<Document, "querySelector">): boolean {
  return page.querySelector("[role=dialog][data-open]") !== null;
}

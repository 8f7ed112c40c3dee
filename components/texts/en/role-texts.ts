import type { Role } from "@/lib/kernel/rules/actor";

/** Each role with its indefinite article. */
const A: Record<Role, string> = {
  administrator: "an administrator",
  reviewer: "a reviewer",
  reader: "a reader",
};

/** Text about roles, and for actions that the user's own role does not allow. */
export const ROLE_TEXTS = {
  names: { administrator: "Administrator", reviewer: "Reviewer", reader: "Reader" },
  missing: {
    title: "You cannot open this page",
    needs: (needed: Role, own: Role) =>
      `This page is for people with the role ${needed}. You are signed in as ${A[own]}.`,
    help: "An administrator can change your role.",
  },
  noUploads: {
    title: "Nothing was uploaded",
    help: "As a reader you can view and download documents. An administrator can change your role so that you can upload files.",
  },
  readerHint:
    "As a reader you can view and download documents. Reviewers and administrators can also upload and delete them.",
  failureHelp: "Reviewers and administrators can act on this.",
  noDocuments: "No documents yet.",
  noDocumentsHelp: "Documents that other people or systems upload appear here.",
  noAssetsHelp:
    "An asset is what documents belong to: a building, a machine, a contract. Administrators create assets.",
  unassignedHelp:
    "Other systems uploaded these for identifiers that no asset has. An administrator can create the assets.",
  unassignedHelpOfReviewer:
    "Other systems uploaded these for identifiers that no asset has. Move the documents to an existing asset, or ask an administrator to create one.",
  unassignedPlace:
    "Other systems uploaded documents for this identifier. An administrator can create the asset.",
  unassignedPlaceOfReviewer:
    "Other systems uploaded documents for this identifier. Move them to an existing asset, or ask an administrator to create one.",
} as const;

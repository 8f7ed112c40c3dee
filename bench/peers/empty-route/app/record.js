const UUID = "01a1fb10-91f3-7689-ab3c-b13591dfedf4";
const AT = "2026-11-22T12:00:00.000Z";

/** A record about as long as the product's response to a report or a read. */
export const RECORD = {
  uuid: UUID,
  assetIdentifier: "BLD-0001",
  name: "document.pdf",
  status: 1,
  url: `http://127.0.0.1:3000/external-api/staged-documents/${UUID}`,
  uploadExpiresAt: AT,
  createdAt: AT,
  updatedAt: AT,
};

/** The response to a create also contains the signed URL. */
export const NEW_RECORD = {
  ...RECORD,
  uploadSignedUrl: `http://127.0.0.1:3001/stagedoor/staged/${UUID}?${"signature".repeat(40)}`,
};

/** Returns the path of a document's page. */
export const documentPath = (uuid: string) => `/documents/${uuid}`;

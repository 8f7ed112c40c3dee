/** Where people see a document. */
export const documentPath = (uuid: string) => `/documents/${uuid}`;

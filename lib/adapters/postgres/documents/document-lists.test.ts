import { describeDocumentListsContract } from "@/lib/documents/testing/document-lists.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createDocumentLists } from "./document-lists";
import { createStagedDocumentRepository } from "./staged-document-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeDocumentListsContract("lists of documents in PostgreSQL", async () => {
  const { pool } = await openEmptyDatabase();
  return {
    documents: createStagedDocumentRepository(pool),
    documentLists: createDocumentLists(pool),
  };
});

import { createInMemoryDocuments } from "./in-memory-documents";
import { describeStagedDocumentRepository } from "./staged-document-repository.contract";
import { describeStatusChangeHistory } from "./status-change-history.contract";

const open = async () => {
  const documents = createInMemoryDocuments();
  return { documents, configureWebhook: documents.configureWebhook };
};

describeStagedDocumentRepository("documents in memory", open);
describeStatusChangeHistory("history in memory", open);

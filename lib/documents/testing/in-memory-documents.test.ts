import { createInMemoryDocuments } from "./in-memory-documents";
import { describeStagedDocumentRepository } from "./staged-document-repository.contract";
import { describeStatusChangeHistory } from "./staged-document-repository-history.contract";
import { describeIdempotentCreation } from "./staged-document-repository-idempotency.contract";
import { describeDocumentList } from "./staged-document-repository-list.contract";
import { describeResultsAndRenewals } from "./staged-document-repository-results.contract";

const open = async () => {
  const documents = createInMemoryDocuments();
  return { documents, configureWebhook: documents.configureWebhook };
};

describeStagedDocumentRepository("documents in memory", open);
describeStatusChangeHistory("history in memory", open);
describeResultsAndRenewals("results and renewals in memory", open);
describeDocumentList("the list in memory", open);
describeIdempotentCreation("idempotent creation in memory", open);

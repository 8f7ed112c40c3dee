import { describeDocumentList } from "./document-list.contract";
import { describeIdempotentCreation } from "./idempotent-creation.contract";
import { createInMemoryDocuments } from "./in-memory-documents";
import { describeResultsAndRenewals } from "./results-and-renewals.contract";
import { describeStagedDocumentRepository } from "./staged-document-repository.contract";
import { describeStatusChangeHistory } from "./status-change-history.contract";

const open = async () => {
  const documents = createInMemoryDocuments();
  return { documents, configureWebhook: documents.configureWebhook };
};

describeStagedDocumentRepository("documents in memory", open);
describeStatusChangeHistory("history in memory", open);
describeResultsAndRenewals("results and renewals in memory", open);
describeDocumentList("the list in memory", open);
describeIdempotentCreation("idempotent creation in memory", open);

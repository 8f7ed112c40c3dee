import type { StagedDocumentRecord } from "@/lib/client/answers";
import { STATUS } from "@/lib/documents/rules/status";
import { uploadSourceOf } from "../external-system/local-file";
import type { DemoRun } from "./demo-run";
import type { Sample } from "./samples";

/** How far a document goes: it is uploaded, deleted after that, or its upload is given up. */
export type DocumentEnd = "uploaded" | "deleted" | "given up";

const ASSET_IDENTIFIER = "BLD-0002";

/** Creates a document and takes it to this end; each step's answer is handed on before the next one begins. @throws CallFailure */
export async function changeDocument(
  { client, documents }: Pick<DemoRun, "client" | "documents">,
  sample: Sample,
  end: DocumentEnd,
  onStep: (step: string, record: StagedDocumentRecord) => Promise<void> | void,
): Promise<void> {
  const { name } = sample;
  const target = { assetIdentifier: ASSET_IDENTIFIER, name };
  const onCreated = (record: StagedDocumentRecord) => {
    documents.set(record.uuid, name);
    return onStep(`creates ${name}`, record);
  };
  if (end === "given up") {
    const created = await client.create(target);
    await onCreated(created);
    const reported = await client.report(created.uuid, { status: STATUS.uploadFailed });
    await onStep("gives up the upload and reports 6", reported);
    return;
  }
  const uploaded = await client.handIn(uploadSourceOf(sample), {
    ...target,
    onPassed: async (phase, record) => {
      if (phase === "created") await onCreated(record);
    },
  });
  await onStep("uploads it and reports 2", uploaded);
  if (end === "deleted") await onStep("deletes it", await client.delete(uploaded.uuid));
}

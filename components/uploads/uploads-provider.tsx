"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { STATUS } from "@/lib/documents/rules/status";
import type { AssetUploads, UploadEntry, UploadSnapshot } from "./engine/upload-entry";
import { EMPTY_SNAPSHOT } from "./engine/upload-list";
import type { UploadStore } from "./engine/upload-store";
import { findTabUploads, takeUpTabUploads } from "./tab-uploads";

const UploadsContext = createContext<UploadStore | null>(null);

/** Gives the tab's uploads to everything below it. */
export function UploadsProvider({
  sizeMaxBytes,
  accountId,
  children,
}: {
  readonly sizeMaxBytes: number;
  /** Keeps the interrupted uploads of several people in one tab apart. */
  readonly accountId: string;
  readonly children: ReactNode;
}) {
  const [uploads, setUploads] = useState(() => findTabUploads({ sizeMaxBytes, accountId }));
  useEffect(() => {
    const isOfAccount = uploads.accountId === accountId;
    const current = isOfAccount ? uploads : findTabUploads({ sizeMaxBytes, accountId });
    setUploads(takeUpTabUploads(current));
  }, [uploads, sizeMaxBytes, accountId]);
  return <UploadsContext value={uploads.store}>{children}</UploadsContext>;
}

/** Everything about the uploads of this tab; renders with each change, at most ten times a second. */
export function useUploads(): UploadSnapshot {
  const store = useUploadActions();
  return useSyncExternalStore(store.subscribe, store.getSnapshot, () => EMPTY_SNAPSHOT);
}

/** The uploads to one identifier, null while there were none; renders only when one of them changes. */
export function useAssetUploads(assetIdentifier: string): AssetUploads | null {
  const store = useUploadActions();
  const read = () => store.getSnapshot().byAsset.get(assetIdentifier) ?? null;
  return useSyncExternalStore(store.subscribe, read, () => null);
}

/** The running upload of this tab to a document at a status, null when there is none; renders only when it changes. */
export function useDocumentUpload(uuid: string, status: number): UploadEntry | null {
  const store = useUploadActions();
  // A document that no longer waits is settled, even before this tab gets the answer.
  const isAwaited = status === STATUS.waitingForUpload;
  const read = () => (isAwaited ? (store.getSnapshot().byDocument.get(uuid) ?? null) : null);
  return useSyncExternalStore(store.subscribe, read, () => null);
}

/** What can be done with uploads; a component that uses only this is not rendered when they change. */
export function useUploadActions(): UploadStore {
  const store = useContext(UploadsContext);
  if (!store) throw new Error("There is no UploadsProvider around this component");
  return store;
}

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
import { EMPTY_SNAPSHOT } from "./engine/store-entries";
import type { AssetUploads, UploadEntry, UploadSnapshot } from "./engine/upload-entry";
import type { UploadStore } from "./engine/upload-store";
import { findTabUploads, takeUpTabUploads } from "./tab-uploads";

const UploadsContext = createContext<UploadStore | null>(null);

/** Provides the tab's uploads to everything below it. */
export function UploadsProvider({
  sizeMaxBytes,
  accountId,
  children,
}: {
  readonly sizeMaxBytes: number;
  /** Keeps apart the interrupted uploads of several users in one tab. */
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

/** Returns everything about this tab's uploads. Rerenders on every change, at most ten times a second. */
export function useUploads(): UploadSnapshot {
  const store = useUploadActions();
  return useSyncExternalStore(store.subscribe, store.getSnapshot, () => EMPTY_SNAPSHOT);
}

/** Returns the uploads to one identifier; null if there are none. Rerenders only if one of them changes. */
export function useAssetUploads(assetIdentifier: string): AssetUploads | null {
  const store = useUploadActions();
  const read = () => store.getSnapshot().byAsset.get(assetIdentifier) ?? null;
  return useSyncExternalStore(store.subscribe, read, () => null);
}

/**
 * Returns this tab's unfinished upload to a document at the given status; null if there is none. Rerenders only if the
 * upload changes.
 */
export function useDocumentUpload(uuid: string, status: number): UploadEntry | null {
  const store = useUploadActions();
  // A document that no longer awaits its upload is settled, even before this tab has received the response.
  const isAwaited = status === STATUS.waitingForUpload;
  const read = () => (isAwaited ? (store.getSnapshot().byDocument.get(uuid) ?? null) : null);
  return useSyncExternalStore(store.subscribe, read, () => null);
}

/** Returns the actions on uploads. A component that uses only these does not rerender when uploads change. */
export function useUploadActions(): UploadStore {
  const store = useContext(UploadsContext);
  if (!store) throw new Error("There is no UploadsProvider around this component");
  return store;
}

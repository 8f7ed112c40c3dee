"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { type FileSource, readFileSource } from "./engine/read-dropped-files";
import type {
  AssetUploads,
  DroppedFile,
  UploadSnapshot,
  UploadTarget,
} from "./engine/upload-entry";
import { EMPTY_SNAPSHOT } from "./engine/upload-list";
import type { UploadActions, UploadStore } from "./engine/upload-store";
import { uploadsOfTab } from "./tab-uploads";

/** What components can do with uploads; the object never changes. */
export interface UploadControls extends Omit<UploadActions, "add" | "provideFiles"> {
  /** Uploads everything in a drop, a paste or a file dialog; to be called while its event is handled. */
  addFiles(target: UploadTarget, source: FileSource): void;
  /** Continues interrupted uploads with their files; answers those that belong to none. */
  provideFiles(source: FileSource): Promise<readonly DroppedFile[]>;
}

interface Provided {
  readonly store: UploadStore;
  readonly controls: UploadControls;
}

const UploadsContext = createContext<Provided | null>(null);

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
  const [store, setStore] = useState(() => uploadsOfTab({ sizeMaxBytes, accountId }));
  useEffect(() => setStore(uploadsOfTab({ sizeMaxBytes, accountId })), [sizeMaxBytes, accountId]);
  const provided = useMemo(() => ({ store, controls: controlsOf(store) }), [store]);
  return <UploadsContext value={provided}>{children}</UploadsContext>;
}

/** Everything about the uploads of this tab; renders with each change, at most ten times a second. */
export function useUploads(): UploadSnapshot {
  const { store } = useProvided();
  return useSyncExternalStore(store.subscribe, store.getSnapshot, () => EMPTY_SNAPSHOT);
}

/** The uploads to one identifier, null while there were none; renders only when one of them changes. */
export function useAssetUploads(assetIdentifier: string): AssetUploads | null {
  const { store } = useProvided();
  const read = () => store.getSnapshot().byAsset.get(assetIdentifier) ?? null;
  return useSyncExternalStore(store.subscribe, read, () => null);
}

/** What can be done with uploads; never renders anew by itself. */
export function useUploadActions(): UploadControls {
  return useProvided().controls;
}

function useProvided(): Provided {
  const provided = useContext(UploadsContext);
  if (!provided) throw new Error("There is no UploadsProvider around this component");
  return provided;
}

function controlsOf({ add, provideFiles, ...store }: UploadStore): UploadControls {
  return {
    ...store,
    addFiles: (target, source) => void add(target, readFileSource(source)),
    provideFiles: async (source) => {
      const given: DroppedFile[] = [];
      for await (const { files } of readFileSource(source)) given.push(...files);
      return provideFiles(given);
    },
  };
}

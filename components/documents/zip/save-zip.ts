/** Where a ZIP file goes. */
export interface ZipTarget {
  /** Writes all of the file, or nothing. @throws the stream's error, or the browser's if the disk is full */
  save(zip: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void>;
}

type SavePicker = (options: {
  readonly suggestedName: string;
  readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
}) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>;

const savePicker = (): SavePicker | null =>
  "showSaveFilePicker" in window ? (window.showSaveFilePicker as SavePicker) : null;

/** Whether this browser can write a file to the disk while it is being made. */
export const canWriteToDisk = (): boolean => savePicker() !== null;

/**
 * Asks where to save the file, if the browser can write to the disk; otherwise, the browser holds the file and then
 * downloads it. Must be called by a click. @returns null if the user chose nothing
 */
export async function chooseTarget(name: string): Promise<ZipTarget | null> {
  const pick = savePicker();
  if (!pick) return inMemory(name);
  try {
    const types = [{ accept: { "application/zip": [".zip"] } }];
    return onDisk(await pick({ suggestedName: name, types }));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

const onDisk = (handle: Awaited<ReturnType<SavePicker>>): ZipTarget => ({
  async save(zip, signal) {
    try {
      // What was written appears under the file's name only when the stream has been closed.
      await zip.pipeTo(await handle.createWritable(), { signal });
    } catch (error) {
      // Choosing a place has created an empty file.
      if ((await handle.getFile()).size === 0) await handle.remove?.();
      throw error;
    }
  },
});

/** Slow devices may need a while to begin with a download. */
const KEPT_MS = 60_000;

const inMemory = (name: string): ZipTarget => ({
  async save(zip) {
    const type = { headers: { "content-type": "application/zip" } };
    const url = URL.createObjectURL(await new Response(zip, type).blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  },
});

/** The file on disk is no longer the one that was added. */
export class FileUnreadable extends Error {
  constructor(cause: unknown) {
    super("The file cannot be read", { cause });
    this.name = "FileUnreadable";
  }
}

/**
 * Reads one byte, because browsers report a missing file as a lost connection.
 * @throws FileUnreadable
 */
export async function assertReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new FileUnreadable(cause);
  }
}

/** The file on the disk is not what was added any more. */
export class FileUnreadable extends Error {
  constructor(cause: unknown) {
    super("The file cannot be read", { cause });
    this.name = "FileUnreadable";
  }
}

/** Reads one byte, for a browser tells of a lost file as of a lost connection. @throws FileUnreadable */
export async function assertReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new FileUnreadable(cause);
  }
}

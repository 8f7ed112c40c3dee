import { fromBuffer } from "yauzl";

/** Returns the text of each file in a ZIP file, by its name. */
export async function unzip(bytes: Buffer): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  await new Promise<void>((resolve, reject) =>
    fromBuffer(bytes, (failed, zip) => {
      if (failed) return reject(failed);
      zip.on("end", resolve).on("error", reject);
      zip.on("entry", (entry) =>
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(error);
          let text = "";
          stream.on("data", (chunk) => {
            text += chunk;
          });
          stream.on("end", () => {
            files[entry.fileName] = text;
          });
        }),
      );
    }),
  );
  return files;
}

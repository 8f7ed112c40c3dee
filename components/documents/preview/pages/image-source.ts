import { PreviewRefusal } from "../file/preview-refusal";
import type { RangedFile } from "../file/ranged-file";
import { imageSize } from "./image-size";
import type { PageSource, PageView, SourcePage } from "./page-source";

const FILE_BYTES_MAX = 60 * 1024 * 1024;
/** A browser needs 4 bytes for each pixel. */
const PIXELS_MAX = 100_000_000;

/**
 * Opens an image as a single page. Animated images show only their first frame, because nothing should move unless the
 * user starts it.
 * @throws PreviewRefusal `too-large` or `corrupt`
 */
export async function openImageSource(
  file: RangedFile,
  head: Uint8Array<ArrayBuffer>,
  mediaType: string,
): Promise<PageSource> {
  if (file.size > FILE_BYTES_MAX) throw new PreviewRefusal("too-large");
  const bytes = await readWhole(file, head);
  const stated = imageSize(bytes, mediaType);
  // Decoding an image of unknown size may take any amount of memory.
  if (stated === null) throw new PreviewRefusal("corrupt");
  if (stated.width * stated.height > PIXELS_MAX) throw new PreviewRefusal("too-large");
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mediaType })).catch((cause) => {
    throw new PreviewRefusal("corrupt", { cause });
  });
  const page: SourcePage = {
    size: { width: bitmap.width, height: bitmap.height },
    paint: async (canvas, view) => drawBitmap(canvas, bitmap, view),
    layText: null,
    release: () => undefined,
  };
  return {
    pageCount: 1,
    firstSize: page.size,
    use: (_, work) => work(page),
    want: () => undefined,
    close: () => bitmap.close(),
  };
}

function drawBitmap(canvas: HTMLCanvasElement, bitmap: ImageBitmap, view: PageView): void {
  const { scale, density, rotation } = view;
  const [width, height] = [bitmap.width * scale * density, bitmap.height * scale * density];
  const isLying = rotation % 180 !== 0;
  canvas.width = Math.max(1, Math.round(isLying ? height : width));
  canvas.height = Math.max(1, Math.round(isLying ? width : height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser provided no 2D canvas");
  context.imageSmoothingQuality = "high";
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((rotation * Math.PI) / 180);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
}

/** The bytes per request, small enough that a slow connection receives them before the request times out. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Reads a whole file whose first bytes are known, one part after the other.
 * @throws the errors of reading a part
 */
export async function readWhole(
  file: RangedFile,
  head: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (head.length >= file.size) return head;
  const whole = new Uint8Array(file.size);
  whole.set(head);
  for (let at = head.length; at < file.size; at += PART_BYTES) {
    whole.set(await file.read(at, Math.min(at + PART_BYTES, file.size)), at);
  }
  return whole;
}

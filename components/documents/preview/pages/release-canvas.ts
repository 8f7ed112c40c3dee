/** Frees the memory of a canvas that is no longer shown. Browsers keep it for a while unless the size is set to zero. */
export function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

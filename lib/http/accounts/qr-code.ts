import encodeQR from "qr";

/** A QR code as a single SVG path. The `viewBox` is `size` wide and high, which includes the quiet zone. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** The number of light modules around the code that the standard requires. */
const QUIET_ZONE = 4;

/**
 * Draws a QR code that is still readable if 15% of it is covered. It is drawn on the server, so that the content security
 * policy needs no exception.
 */
export function drawQrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size: rows.length, path };
}

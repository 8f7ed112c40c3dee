import encodeQR from "qr";

/** A QR code as one SVG path; the `viewBox` is `size` wide and high and includes the quiet zone. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** Light modules around the code, as the standard requires. */
const QUIET_ZONE = 4;

/**
 * Draws a QR code that is still readable if 15% of it is covered. Rendered on the server, so that the content security
 * policy needs no exception.
 */
export function drawQrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size: rows.length, path };
}

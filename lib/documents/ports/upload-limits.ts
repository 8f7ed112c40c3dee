/** The limits of an upload, from the settings. */
export interface UploadLimits {
  readonly uploadUrlExpiresInSeconds: number;
  readonly uploadSizeMaxBytes: number;
}

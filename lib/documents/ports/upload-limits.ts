/** What an upload may take, as the settings say. */
export interface UploadLimits {
  readonly uploadUrlExpiresInSeconds: number;
  readonly uploadSizeMaxBytes: number;
}

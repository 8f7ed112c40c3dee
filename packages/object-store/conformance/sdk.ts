import {
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { Access } from "./signer";

/** The settings that the application uses to call S3. */
export const APPLICATION_SETTINGS = {
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
} as const satisfies S3ClientConfig;

/** Creates an AWS SDK client for a test store; without `settings` it uses the SDK's own defaults. */
export function sdkClient(access: Access, settings: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint: access.endpoint,
    region: access.region,
    forcePathStyle: true,
    credentials: access,
    maxAttempts: 1,
    ...settings,
  });
}

/** Creates a PUT URL with the SDK. */
export function sdkPutUrl(
  client: S3Client,
  input: PutObjectCommandInput,
  options: Parameters<typeof getSignedUrl>[2] = {},
): Promise<string> {
  return getSignedUrl(client, new PutObjectCommand(input), { expiresIn: 900, ...options });
}

/** Creates a GET URL with the SDK. */
export function sdkGetUrl(
  client: S3Client,
  input: ConstructorParameters<typeof GetObjectCommand>[0],
): Promise<string> {
  return getSignedUrl(client, new GetObjectCommand(input), { expiresIn: 900 });
}

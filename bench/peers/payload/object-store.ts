import { HeadObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { settings } from "./settings";

const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = settings.objectStore;
const EXPIRES_IN_SECONDS = 3_600;
const client = new S3Client({
  region,
  endpoint,
  forcePathStyle: true,
  credentials: { accessKeyId, secretAccessKey },
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
});
const keyOf = (id: string) => `payload/${id}`;

/** Returns the signed URL to which the file is to be uploaded. */
export function signUpload(id: string): Promise<string> {
  const command = new PutObjectCommand({ Bucket, Key: keyOf(id) });
  return getSignedUrl(client, command, { expiresIn: EXPIRES_IN_SECONDS });
}

/** Finds the uploaded file in the store. @throws Error if nothing was uploaded */
export async function findFile(id: string) {
  const file = await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(id) }));
  return { fileSize: file.ContentLength, fileContentType: file.ContentType };
}

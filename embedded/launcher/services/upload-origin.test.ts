import { expect, it } from "vitest";
import { readSettings } from "@/lib/env/read-settings";
import { uploadOrigin } from "./upload-origin";

const OWN_STORE = {
  S3_ENDPOINT: "http://s3.internal:9000",
  S3_PUBLIC_ENDPOINT: "https://files.example.com:8443",
  S3_BUCKET: "documents",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};

it.each([
  [{}, "http://127.0.0.1:3001"],
  [
    { PUBLIC_URL: "https://stagedoor.example", OBJECT_STORE_PORT: "4001" },
    "http://stagedoor.example:4001",
  ],
  [{ S3_PUBLIC_ENDPOINT: "https://files.example.com" }, "https://files.example.com"],
  [OWN_STORE, "https://files.example.com:8443"],
  [{ ...OWN_STORE, S3_FORCE_PATH_STYLE: "false" }, "https://documents.files.example.com:8443"],
])("with %j, browsers upload files to %s", (given, origin) => {
  expect(uploadOrigin(readSettings(given))).toBe(origin);
});

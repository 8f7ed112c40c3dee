import { spawnSync } from "node:child_process";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const MAKE_A_CLIENT = `
  import { createS3ObjectStorage } from "./lib/adapters/s3/s3-object-storage";
  const endpoint = "http://127.0.0.1:1";
  const names = { region: "us-east-1", bucket: "b", accessKeyId: "id", secretAccessKey: "s" };
  createS3ObjectStorage({ ...names, endpoint, publicEndpoint: endpoint, forcePathStyle: true });
`;

test("a program that uses the object store prints nothing about Node versions", () => {
  const { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: _ours, ...environment } = env;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", MAKE_A_CLIENT],
    { cwd: ROOT, env: environment, encoding: "utf8" },
  );
  expect({ stdout, stderr, status }).toEqual({ stdout: "", stderr: "", status: 0 });
});

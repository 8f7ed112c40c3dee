import { writeFile } from "node:fs/promises";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";

const document = openApiDocument("http://127.0.0.1:3000");
await writeFile("docs/openapi.json", `${JSON.stringify(document, null, 2)}\n`);

/** Text for the documentation's navigation. */
export const DOCUMENTATION_TEXTS = {
  navigation: "Documentation",
  uploads: "Upload documents",
  guide: "Guide",
  apiReference: "API reference",
} as const;

/** Text for `/docs`. */
export const UPLOADS_PAGE_TEXTS = {
  title: "Upload documents from your system",
  intro:
    "An external system creates a document, uploads its file to a signed URL and reports the result. Stagedoor checks the file before it accepts the report.",
  callsTitle: "Upload a document",
  callsHelp:
    "You need three calls: create, upload, report. When Stagedoor first starts, it prints an API key and saves it as ",
  keyFile: "first-api-key",
  callsHelpEnd: " in the data folder.",
  callsLabel: "The three calls with curl",
  calls: (
    publicUrl: string,
  ) => `# returns a record: the next two calls need its uuid and uploadSignedUrl
curl -X POST ${publicUrl}/external-api/staged-documents \\
  -H "Authorization: Bearer $STAGEDOOR_API_KEY" -H "Content-Type: application/json" \\
  -d '{"assetIdentifier": "BLD-0001", "name": "lease.pdf"}'

curl -T lease.pdf "$uploadSignedUrl"

curl -X PUT ${publicUrl}/external-api/staged-documents/$uuid \\
  -H "Authorization: Bearer $STAGEDOOR_API_KEY" -H "Content-Type: application/json" \\
  -d '{"status": 2}'`,
  guideLink: "Guide in curl, TypeScript, Python, Java and C#",
  apiLink: "Every call in the API reference",
  lifecycleTitle: "What happens to a document",
  healthLink: "System health",
} as const;

/** Text for the table of statuses. */
export const LIFECYCLE_TABLE_TEXTS = {
  caption: "Document statuses and the statuses that can follow each",
  number: "#",
  status: "Status",
  meaning: "Meaning",
  next: "Can change to",
  final: "Final",
} as const;

/** Text for `/docs/guide`. */
export const GUIDE_TEXTS = {
  metaTitle: "Guide",
  title: "Upload a document",
  phases: [
    { name: "Create", rest: " the document: you get a record and a signed URL." },
    { name: "Upload", rest: " the file to that URL. It goes straight to the object store." },
    { name: "Report", rest: " the result. Stagedoor checks the file before it accepts a success." },
    { name: "Read", rest: " the record until processing has ended, if you need the outcome." },
    {
      name: "Follow the feed",
      rest: " of all changes if we cannot reach your server: each response says where to continue.",
    },
  ],
  programs:
    "Save one of these programs and give it an API key, an asset and a file. You need no extra packages.",
  settingsLabel: "Environment variables",
  settings: (publicUrl: string) =>
    `export STAGEDOOR_URL=${publicUrl}\nexport STAGEDOOR_API_KEY=sd_…`,
  languages: "Languages",
  programIn: (language: string) => `Program in ${language}`,
} as const;

/** The programs in the guide. A test runs each of them against the product. */
export const GUIDE_LANGUAGES = [
  { title: "curl", file: "upload.sh" },
  { title: "TypeScript", file: "upload.ts" },
  { title: "Python", file: "upload.py" },
  { title: "Java", file: "Upload.java" },
  { title: "C#", file: "Upload.cs" },
] as const;

/** Text for `/docs/api`, in addition to the descriptions from the OpenAPI document. */
export const API_REFERENCE_TEXTS = {
  title: "API reference",
  calls: "Calls",
  readDocument: "The same as ",
  openApiDocument: "OpenAPI 3.1",
  forGenerators: ", for client generators.",
  authentication: "API keys",
  sendKey: "Send it with each call:",
  authorization: "Authorization: Bearer $STAGEDOOR_API_KEY",
  errors: "Errors",
  errorExample: "An error",
  headers: "Response headers",
  objects: "Objects",
  object: (name: string) => `${name}, the object`,
  linkTo: (name: string) => `Link to ${name}`,
  parameters: "Parameters",
  places: { path: "in the path", query: "in the query", header: "header" },
  body: "Request body",
  bodyIs: "JSON: ",
  required: "required",
  optional: "optional",
  defaultValue: (value: string) => `default ${value}`,
  bounds: {
    characters: (range: string) => `${range} characters`,
    items: (range: string) => `${range} items`,
    value: (range: string) => range,
  },
  between: (min: number, max: number) => `${min} to ${max}`,
  atLeast: (min: number) => `at least ${min}`,
  atMost: (max: number) => `at most ${max}`,
  examples: "Example",
  request: (summary: string, label: string) => `Request with curl: ${summary}, ${label}`,
  copyRequest: (summary: string, label: string) => `Copy request: ${summary}, ${label}`,
  selected: "Selected: now copy it",
  moreExamples: (count: number) => (count === 1 ? "1 more example" : `${count} more examples`),
  response: (status: number) => `Response ${status}`,
  responseHeaders: "Headers: ",
  exampleResponse: "Example response",
  responseOf: (summary: string, status: number) => `Response ${status} to: ${summary}`,
  problems: (count: number) => `${count} errors`,
} as const;

/** Text for the page about a problem, in addition to the problem's own text. */
export const PROBLEM_PAGE_TEXTS = {
  status: (status: number) => `HTTP ${status} · `,
  whatToDo: "What to do",
} as const;

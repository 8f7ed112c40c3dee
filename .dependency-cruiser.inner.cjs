/** The rules for the folders inside one room; part of .dependency-cruiser.cjs. */
module.exports.innerRules = (forbid) => [
  forbid(
    "the-web-server-needs-no-build",
    "^app/.*\\.mjs$",
    { path: "\\.tsx?$" },
    "plain Node starts it; the built code reaches it through app/process.mjs",
  ),
  forbid(
    "the-container-is-loaded-at-startup",
    "^app/(?!start\\.ts$)",
    { path: "^app/(container|start)\\.ts$", dependencyTypesNot: ["type-only"] },
    "use app/current-container.ts; otherwise, Next loads the container's code again for each group of routes",
  ),
  forbid(
    "durable-work-is-loaded-at-startup",
    "^app/(?!(durable-work/|start\\.ts$))",
    {
      path: "^app/durable-work/(?!answer-durable-request).*\\.ts$",
      dependencyTypesNot: ["type-only"],
    },
    "it loads the Inngest SDK, which pages and routes do not need",
  ),
  forbid(
    "only-the-container-imports-its-parts",
    "^(?!app/(composition/|container\\.ts$))",
    { path: "^app/composition/" },
    "everything else asks the container",
  ),
  forbid(
    "the-parts-do-not-import-the-container",
    "^app/composition/",
    { path: "^app/", pathNot: "^app/composition/" },
    "the container passes them what they need",
  ),
  forbid(
    "adapters-do-not-import-each-other",
    "^lib/adapters/([^/]+)/",
    { path: "^lib/adapters/", pathNot: "^lib/adapters/$1/" },
    "one folder per external system",
  ),
  forbid(
    "postgres-subjects-share-only-the-core",
    "^lib/adapters/postgres/([^/]+)/",
    { path: "^lib/adapters/postgres/", pathNot: "^lib/adapters/postgres/(core|$1)/" },
    "one folder per subject; code that several of them need is in the core",
  ),
  forbid(
    "postgres-core-knows-no-subject",
    "^lib/adapters/postgres/core/",
    { path: "^lib/adapters/postgres/", pathNot: "^lib/adapters/postgres/core/" },
    "the core serves the subjects",
  ),
  forbid(
    "http-core-rooms-know-no-endpoint",
    "^lib/http/core/[^/]+/",
    { path: "^lib/http/core/[^/]+$" },
    "endpoints read a request, count it and answer it; what they use for that does not depend on them",
  ),
  forbid(
    "reading-a-file-knows-nothing-of-judging-it",
    "^lib/processing/rules/(reading|formats|storing)/",
    { path: "^lib/processing/rules/judging/" },
    "the text of a file is the same whatever is found in it",
  ),
  // What follows is for `processor/`, the program that reads untrusted files.
  forbid(
    "processor-imports-only-rules",
    "^processor/",
    {
      path: "^(app|components|inngest|embedded|packages|cli|prisma|lib)/",
      pathNot: "^lib/(kernel|documents|processing)/rules/",
    },
    "the program that reads untrusted files must not import settings, databases or services",
  ),
  forbid(
    "processor-takes-no-more-of-the-platform-than-it-needs",
    "^processor/",
    {
      dependencyTypes: ["core"],
      pathNot: "^(node:)?(buffer|path|process|stream|url|zlib)$",
    },
    "untrusted files reach this code: no network, no programs, and no files except those its libraries read",
  ),
  forbid(
    "nothing-imports-the-processor",
    "^(app|components|inngest|cli|prisma|embedded|e2e|scripts)/",
    { path: "^processor/" },
    "it is bundled and started as a program, never imported, because an untrusted file may crash the process that reads it",
  ),
];

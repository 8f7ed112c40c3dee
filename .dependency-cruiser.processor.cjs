/** The rules for `processor/`, the program that reads untrusted files; part of .dependency-cruiser.cjs. */
module.exports.processorRules = (forbid) => [
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

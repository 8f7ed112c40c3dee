/** The rules of `processor/`, the program that reads strangers' files; part of .dependency-cruiser.cjs. */
module.exports.processorRules = (forbid) => [
  forbid(
    "processor-imports-only-rules",
    "^processor/",
    {
      path: "^(app|components|inngest|embedded|cli|prisma|lib)/",
      pathNot: "^lib/(kernel|documents|processing)/rules/",
    },
    "the program that reads strangers' files knows no setting, database or service",
  ),
  forbid(
    "processor-takes-no-more-of-the-platform-than-it-needs",
    "^processor/",
    {
      dependencyTypes: ["core"],
      pathNot: "^(node:)?(buffer|path|process|stream|url|zlib)$",
    },
    "strangers' files meet its code: no network, no programs, no files but what its libraries read",
  ),
  forbid(
    "nothing-imports-the-processor",
    "^(app|components|inngest|cli|prisma|embedded|e2e|scripts)/",
    { path: "^processor/" },
    "it is bundled and started as a program, never loaded: what it reads may harm the process that reads it",
  ),
];

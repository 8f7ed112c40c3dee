/** The house of docs/architecture.md as rules. Read top-down: the subjects, the layers inside them, the rooms around them. */

const { processorRules } = require("./.dependency-cruiser.processor.cjs");

/** Each subject and the subjects that it may know; decision 0032. Whatever is not listed is on its right, or its neighbour. */
const SUBJECTS = {
  kernel: [],
  accounts: ["kernel"],
  documents: ["kernel"],
  notifications: ["kernel", "documents"],
  assets: ["kernel", "documents"],
  processing: ["kernel", "documents"],
  live: ["kernel", "documents", "notifications", "assets"],
  upkeep: ["kernel", "accounts", "documents", "notifications", "assets", "processing"],
};
const names = Object.keys(SUBJECTS);
const SUBJECT = `(${names.join("|")})`;

/** Not looked at: tests import what they test and the servers that support them, in every direction. */
const TESTS = "\\.(test|contract|spec)\\.tsx?$";

/** Builders and fakes, which only tests import; the rules of subjects hold for them, too. */
const TEST_SUPPORT = "/testing/|\\.fixture\\.tsx?$|^embedded/(throwaway|[^/]+/conformance)/";

/** Rooms that start the whole product or its parts, to check them. */
const PROOFS = "^(bench|e2e|scripts)/";

const forbid = (name, from, to, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: TEST_SUPPORT },
  to,
});

/** Rules, ports, use cases and fakes of a subject know only themselves and the subjects on its left. */
const subjectRules = names.map((subject) => ({
  name: `${subject}-knows-only-what-is-on-its-left`,
  comment: `${subject} ← ${SUBJECTS[subject].join(", ") || "nothing"}`,
  severity: "error",
  from: { path: `^lib/${subject}/` },
  to: { path: `^lib/${SUBJECT}/`, pathNot: `^lib/(${[subject, ...SUBJECTS[subject]].join("|")})/` },
}));

const layers = [
  forbid(
    "rules-import-only-rules",
    `^lib/${SUBJECT}/rules/`,
    { pathNot: `^lib/${SUBJECT}/rules/|node_modules/(eld|ibantools)/|^eld/small$` },
    "pure: no zod, no settings, no clock, no I/O; from outside only what is as pure",
  ),
  forbid(
    "ports-import-only-rules",
    `^lib/${SUBJECT}/ports/`,
    { pathNot: `^lib/${SUBJECT}/(rules|ports)/` },
    "ports are in the words of their subject",
  ),
  forbid(
    "use-cases-import-rules-and-ports",
    `^lib/${SUBJECT}/use-cases/`,
    { pathNot: `^lib/${SUBJECT}/(rules|ports|use-cases)/|^(node:)?crypto$` },
    "use cases know no framework, database or SDK; node:crypto for digests",
  ),
  forbid(
    "adapters-import-ports-and-rules",
    "^lib/adapters/",
    { path: `^lib/(${SUBJECT}/use-cases|env|http|auth|client)/` },
    "an adapter gets its settings as arguments and knows no use case",
  ),
  forbid(
    "adapters-do-not-import-each-other",
    "^lib/adapters/([^/]+)/",
    { path: "^lib/adapters/", pathNot: "^lib/adapters/$1/" },
    "one folder per outside thing",
  ),
  forbid(
    "postgres-subjects-share-only-the-core",
    "^lib/adapters/postgres/([^/]+)/",
    { path: "^lib/adapters/postgres/", pathNot: "^lib/adapters/postgres/(core|$1)/" },
    "one folder per subject; what several need is in the core",
  ),
  forbid(
    "postgres-core-knows-no-subject",
    "^lib/adapters/postgres/core/",
    { path: "^lib/adapters/postgres/", pathNot: "^lib/adapters/postgres/core/" },
    "the core serves the subjects",
  ),
  forbid(
    "http-takes-everything-as-arguments",
    "^lib/http/",
    { path: "^lib/(adapters|env|client)/" },
    "http gets everything from the composition root",
  ),
  forbid(
    "http-core-knows-no-subject",
    "^lib/http/core/",
    { path: `^lib/http/(openapi|${SUBJECT})/` },
    "the core serves the subjects",
  ),
  forbid(
    "auth-imports-use-cases-ports-rules",
    "^lib/auth/",
    { path: "^lib/(adapters|http|env|client)/" },
    "auth is used by http, never the other way round",
  ),
  forbid(
    "env-imports-only-rules",
    "^lib/env/",
    { path: "^lib/", pathNot: `^lib/env/|^lib/${SUBJECT}/rules/` },
    "settings are read before anything is made",
  ),
  forbid(
    "client-imports-rules-and-types",
    "^lib/client/",
    { pathNot: `^lib/(client|http|${SUBJECT}/rules)/|node_modules/zod/` },
    "other people's programs and browsers run it: no dependency, no node module, nothing of the server",
  ),
  forbid(
    "lib-does-not-import-upward",
    "^lib/",
    { path: "^(app|components|inngest|embedded|cli|prisma|processor)/" },
    "imports run one way",
  ),
];

/** Only the types of these shapes leave the server. */
const typesOnly = (name, from) => ({
  name,
  comment: "the shapes of answers are the schemas' own; none of their code leaves the server",
  severity: "error",
  from: { path: from, pathNot: TEST_SUPPORT },
  to: { path: "^lib/http/|node_modules/zod/", dependencyTypesNot: ["type-only"] },
});

const rooms = [
  forbid(
    "only-the-container-imports-adapters",
    "^(app/(?!(container|account-ports)\\.ts$)|components/|inngest/|cli/|scripts/|lib/(?!adapters/))",
    { path: "^lib/adapters/" },
    "app/container.ts is the one composition root; app/account-ports.ts is its part for accounts",
  ),
  forbid(
    "components-import-rules-and-client",
    "^components/",
    { path: `^(app|inngest|prisma|embedded|cli)/|^lib/(?!client/|http/|${SUBJECT}/rules/)` },
    "components run in browsers: the rules and the client's transfer are made for them",
  ),
  forbid(
    "inngest-imports-use-cases-ports-rules",
    "^inngest/",
    { path: "^(app|components|cli|embedded|prisma)/|^lib/(adapters|http|auth|client)/" },
    "functions get their adapters as arguments",
  ),
  forbid(
    "cli-imports-the-container-and-lib",
    "^cli/",
    { path: "^(app/(?!container\\.ts$)|components/|inngest/)" },
    "a command parses, and calls one use case through the container",
  ),
  ...processorRules(forbid),
  forbid(
    "embedded-knows-settings-and-rules-only",
    "^embedded/",
    { path: `^(app|components|inngest|cli)/|^lib/(?!env/|${SUBJECT}/rules/)` },
    "the embedded parts stand in for services of other people; they do not know the application",
  ),
  forbid(
    "nothing-imports-embedded",
    "^(app|components|inngest|cli|lib|prisma)/",
    { path: "^embedded/" },
    "the product runs without the embedded parts; tests, e2e, bench and scripts may start them",
  ),
  forbid(
    "nothing-imports-proofs",
    "^(app|components|inngest|cli|lib|prisma|embedded|processor)/",
    { path: PROOFS },
    "benchmarks, end-to-end tests and the check runner never reach the product",
  ),
  forbid(
    "scripts-start-programs",
    "^scripts/",
    { path: "^(app|components|inngest|cli|bench|e2e|prisma)/" },
    "the check runner starts what it checks, it does not load it",
  ),
  forbid("e2e-does-not-import-benchmarks", "^e2e/", { path: "^bench/" }, "what both need is e2e's"),
  {
    name: "nothing-imports-test-support",
    comment: "fakes and builders never reach the product",
    severity: "error",
    from: {
      path: "^(app|components|inngest|cli|lib|prisma|embedded|processor)/",
      pathNot: TEST_SUPPORT,
    },
    to: { path: TEST_SUPPORT, pathNot: "node_modules" },
  },
];

const libraries = [
  forbid(
    "prisma-client-only-in-its-adapter",
    "^(app|components|inngest|cli|embedded|scripts|processor|lib/(?!adapters/postgres/))",
    { path: "node_modules/@prisma/client|/generated/" },
    "the database is one adapter",
  ),
  forbid(
    "aws-sdk-only-in-its-adapter",
    "^(app|components|inngest|cli|embedded|scripts|processor|lib/(?!adapters/s3/))",
    { path: "node_modules/@aws-sdk" },
    "the object store is one adapter",
  ),
  forbid(
    "inngest-sdk-only-for-durable-work",
    "^(app/(?!durable-work\\.ts$)|components/|cli/|lib/|embedded/|scripts/|processor/)",
    { path: "node_modules/inngest/" },
    "it takes 67 MB: whoever does not run durable work must not load it",
  ),
];

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Prisma's generated client imports itself in circles; nothing else may.",
      severity: "error",
      from: { pathNot: "/generated/" },
      to: { circular: true },
    },
    {
      name: "no-folder-cycles",
      severity: "error",
      scope: "folder",
      from: { pathNot: "/generated/" },
      to: { circular: true },
    },
    ...subjectRules,
    ...layers,
    typesOnly("client-takes-only-types-of-http", "^lib/client/"),
    typesOnly("components-take-only-types-of-http", "^components/"),
    ...rooms,
    ...libraries,
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    // Applications of their own, with packages that may not be installed.
    exclude: { path: `node_modules/vitest|^bench/peers/|${TESTS}` },
  },
};

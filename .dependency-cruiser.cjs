/** The structure in docs/architecture.md as rules: first the subjects, then the layers inside them, then the rooms around them. */

const { innerRules } = require("./.dependency-cruiser.inner.cjs");

/** Each subject and the subjects that it may import; decision 0032. It may not import any other subject. */
const SUBJECTS = {
  kernel: [],
  accounts: ["kernel"],
  documents: ["kernel"],
  notifications: ["kernel", "documents"],
  assets: ["kernel", "documents"],
  processing: ["kernel", "documents"],
  review: ["kernel", "documents"],
  live: ["kernel", "documents", "notifications", "assets"],
  upkeep: ["kernel", "accounts", "documents", "notifications", "assets", "processing"],
};
const names = Object.keys(SUBJECTS);
const SUBJECT = `(${names.join("|")})`;

/** Exempt: tests import what they test and the servers that support them, in every direction; those of packages do not. */
const TESTS = "^(?!packages/).*\\.(test|contract|spec)\\.tsx?$";

/** Builders and fakes, which only tests import. The rules of the subjects apply to them, too. */
const TEST_SUPPORT =
  "(^|/)testing/|\\.fixture\\.tsx?$|^packages/([^/]+/conformance/|.*\\.test\\.ts$)";

/** Rooms that start the whole product or parts of it to test them. */
const PROOFS = "^(bench|quality|e2e|scripts)/";

const forbid = (name, from, to, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: TEST_SUPPORT },
  to,
});

/** The rules, ports, use cases and fakes of a subject import only that subject and the subjects on its left. */
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
    "pure: no zod, no settings, no clock, no I/O; third-party code only if it is just as pure",
  ),
  forbid(
    "ports-import-only-rules",
    `^lib/${SUBJECT}/[a-z-]*ports\\.ts$`,
    { pathNot: `^lib/${SUBJECT}/(rules/|[a-z-]*ports\\.ts$)` },
    "ports use the words of their subject",
  ),
  forbid(
    "use-cases-import-rules-and-ports",
    `^lib/${SUBJECT}/use-cases/`,
    { pathNot: `^lib/${SUBJECT}/((rules|use-cases)/|[a-z-]*ports\\.ts$)|^(node:)?crypto$` },
    "use cases import no framework, database or SDK, only node:crypto for digests",
  ),
  forbid(
    "adapters-import-ports-and-rules",
    "^lib/adapters/",
    { path: `^lib/(${SUBJECT}/use-cases|env|http|auth|client)/` },
    "an adapter receives its settings as arguments and imports no use case",
  ),
  forbid(
    "http-takes-everything-as-arguments",
    "^lib/http/",
    { path: "^lib/(adapters|env|client)/" },
    "http receives everything from the composition root",
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
    "settings are read before anything else is created",
  ),
  forbid(
    "client-imports-rules-and-types",
    "^lib/client/",
    { pathNot: `^lib/(client|http|${SUBJECT}/rules)/|node_modules/zod/` },
    "it runs in browsers and in other people's programs: no dependency, no Node module, no server code",
  ),
  forbid(
    "lib-does-not-import-upward",
    "^lib/",
    { path: "^(app|components|inngest|embedded|packages|cli|prisma|processor)/" },
    "imports run one way",
  ),
];

/** Only the types of these shapes leave the server. */
const typesOnly = (name, from) => ({
  name,
  comment: "the schemas define the shapes of responses; none of their code leaves the server",
  severity: "error",
  from: { path: from, pathNot: TEST_SUPPORT },
  to: { path: "^lib/http/|node_modules/zod/", dependencyTypesNot: ["type-only"] },
});

const rooms = [
  forbid(
    "only-the-container-imports-adapters",
    "^(app/(?!(container|composition/account-ports)\\.ts$)|components/|inngest/|cli/|scripts/|lib/(?!adapters/))",
    { path: "^lib/adapters/" },
    "app/container.ts is the only composition root; app/composition/account-ports.ts is its part for accounts",
  ),
  forbid(
    "components-import-rules-and-client",
    "^components/",
    {
      path: `^(app|inngest|prisma|embedded|packages|cli)/|^lib/(?!client/|http/|${SUBJECT}/rules/)`,
    },
    "components run in browsers: they may use the rules and lib/client",
  ),
  forbid(
    "inngest-imports-use-cases-ports-rules",
    "^inngest/",
    { path: "^(app|components|cli|embedded|packages|prisma)/|^lib/(adapters|http|auth|client)/" },
    "functions receive their adapters as arguments",
  ),
  forbid(
    "cli-imports-the-container-and-lib",
    "^cli/",
    { path: "^(app/(?!container\\.ts$)|components/|inngest/)" },
    "a command parses its arguments and calls one use case through the container",
  ),
  forbid(
    "embedded-knows-settings-and-rules-only",
    "^embedded/",
    { path: `^(app|components|inngest|cli)/|^lib/(?!env/|${SUBJECT}/rules/)` },
    "the embedded parts replace external services, so they must not depend on the application",
  ),
  {
    name: "packages-import-nothing-of-ours",
    comment: "they know nothing of Stagedoor and nothing of each other, not even in tests",
    severity: "error",
    from: { path: "^packages/([^/]+)/" },
    to: { pathNot: "^packages/$1/|node_modules", dependencyTypesNot: ["core"] },
  },
  forbid(
    "nothing-imports-embedded",
    "^(app|components|inngest|cli|lib|prisma)/",
    { path: "^(embedded|packages)/" },
    "the product runs without the embedded parts; only tests, e2e, bench, quality and scripts may start them",
  ),
  forbid(
    "nothing-imports-proofs",
    "^(app|components|inngest|cli|lib|prisma|embedded|processor)/",
    { path: PROOFS },
    "the product must not import benchmarks, end-to-end tests or the check runner",
  ),
  forbid(
    "scripts-start-programs",
    "^scripts/",
    { path: "^(app|components|inngest|cli|bench|quality|e2e|prisma)/" },
    "the check runner starts what it checks and never imports it",
  ),
  forbid(
    "e2e-does-not-import-benchmarks",
    "^e2e/",
    { path: "^(bench|quality)/" },
    "shared code is in e2e",
  ),
  forbid(
    "quality-shares-only-the-tools-of-the-benches",
    "^quality/",
    { path: "^bench/(?!(load|report)/)" },
    "it needs the report and the CPU time of the benches, and none of what they measure",
  ),
  {
    name: "nothing-imports-test-support",
    comment: "the product must not import fakes and builders",
    severity: "error",
    from: {
      path: "^(app|components|inngest|cli|lib|prisma|embedded|packages|processor)/",
      pathNot: TEST_SUPPORT,
    },
    to: { path: TEST_SUPPORT, pathNot: "node_modules" },
  },
];

const libraries = [
  forbid(
    "prisma-client-only-in-its-adapter",
    "^(app|components|inngest|cli|embedded|packages|scripts|processor|lib/(?!adapters/postgres/))",
    { path: "node_modules/@prisma/client|/generated/" },
    "the database has one adapter",
  ),
  forbid(
    "aws-sdk-only-in-its-adapter",
    "^(app|components|inngest|cli|embedded|packages|scripts|processor|lib/(?!adapters/s3/))",
    { path: "node_modules/@aws-sdk" },
    "the object store has one adapter",
  ),
  forbid(
    "inngest-sdk-only-for-durable-work",
    "^(app/(?!durable-work/durable-work\\.ts$)|components/|cli/|lib/|embedded/|packages/|scripts/|processor/)",
    { path: "node_modules/inngest/" },
    "it takes 67 MB, so a process that does not run durable work must not load it",
  ),
];

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Prisma's generated client has circular imports; nothing else may",
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
    ...innerRules(forbid),
    typesOnly("client-takes-only-types-of-http", "^lib/client/"),
    typesOnly("components-take-only-types-of-http", "^components/"),
    ...rooms,
    ...libraries,
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    // Separate applications, whose packages may not be installed.
    exclude: { path: `node_modules/vitest|^bench/peers/|${TESTS}` },
  },
};

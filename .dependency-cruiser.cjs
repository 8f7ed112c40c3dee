/** The house of DESIGN 2 as rules. Read top-down: each room, and what it may import. */

/** Not looked at: tests import what they test and the servers that support them, in every direction. */
const TESTS = "\\.(test|contract)\\.tsx?$";

/** Builders and fakes, which only tests import. */
const TEST_SUPPORT =
  "^(lib|app|cli|inngest)/testing/|^embedded/[^/]+/conformance/|-under-test\\.ts$";

const rule = (name, from, to, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: TEST_SUPPORT },
  to,
});

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
    rule(
      "domain-imports-only-domain",
      "^lib/domain/",
      { pathNot: "^lib/domain/" },
      "pure: no zod, no settings, no clock, no I/O",
    ),
    rule(
      "ports-import-only-domain",
      "^lib/ports[./]",
      { pathNot: "^lib/(domain|ports)/" },
      "ports are in the words of the domain",
    ),
    rule(
      "services-import-domain-and-ports",
      "^lib/services/",
      { pathNot: "^lib/(domain|services)/|^lib/ports[./]|^(node:)?crypto$" },
      "use cases know no framework, database or SDK; node:crypto for digests",
    ),
    rule(
      "adapters-import-ports-and-domain",
      "^lib/adapters/",
      { path: "^(app|components|inngest|embedded|cli)/|^lib/(env[./]|http|services|auth)" },
      "an adapter gets its settings as arguments and knows no use case",
    ),
    rule(
      "adapters-do-not-import-each-other",
      "^lib/adapters/([^/]+)/",
      { path: "^lib/adapters/", pathNot: "^lib/adapters/$1/" },
      "one folder per outside thing",
    ),
    rule(
      "http-imports-auth-services-domain",
      "^lib/http/",
      { path: "^lib/(adapters|env[./])|^(app|components|inngest|embedded|cli|prisma)/" },
      "http gets everything from the composition root",
    ),
    rule(
      "client-imports-domain-and-types",
      "^lib/client/",
      { pathNot: "^lib/(client|domain|http)/|node_modules/zod/" },
      "other people's programs and browsers run it: no dependency, no node module, nothing of the server",
    ),
    {
      name: "client-takes-only-types-of-http",
      comment: "its types are the schemas' own, its bundle holds nothing of them",
      severity: "error",
      from: { path: "^lib/client/" },
      to: { path: "^lib/http/|node_modules/zod/", dependencyTypesNot: ["type-only"] },
    },
    rule(
      "auth-imports-services-domain",
      "^lib/auth/",
      { path: "^lib/(adapters|http|env[./])|^(app|components|inngest|embedded|cli|prisma)/" },
      "auth is used by http, never the other way round",
    ),
    rule(
      "inngest-imports-services-ports-domain",
      "^inngest/",
      { path: "^(app|components|cli|embedded)/|^lib/(adapters|http|auth)" },
      "functions get their adapters as arguments",
    ),
    rule(
      "only-the-container-imports-adapters",
      "^(app/(?!container\\.ts$)|components/|inngest/|cli/|lib/(http|auth|services|domain)/)",
      { path: "^lib/adapters/" },
      "app/container.ts is the one composition root",
    ),
    rule(
      "components-import-domain",
      "^components/",
      { path: "^(app|inngest|prisma|embedded|cli)/|^lib/(?!(domain|client|http)/)" },
      "components run in browsers: the domain's rules and the client's transfer are made for them",
    ),
    {
      name: "components-take-only-types-of-http",
      comment: "the shapes of answers are the schemas' own; none of their code reaches a browser",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^lib/http/|node_modules/zod/", dependencyTypesNot: ["type-only"] },
    },
    rule(
      "lib-does-not-import-upward",
      "^lib/",
      { path: "^(app|components|inngest|embedded|cli|bench|e2e)/" },
      "imports run one way",
    ),
    rule(
      "prisma-client-only-in-its-adapter",
      "^(app|components|inngest|cli|embedded|lib/(?!adapters/prisma/))",
      { path: "node_modules/@prisma/client|/generated/" },
      "the database is one adapter",
    ),
    rule(
      "aws-sdk-only-in-its-adapter",
      "^(app|components|inngest|cli|embedded|lib/(?!adapters/storage/))",
      { path: "node_modules/@aws-sdk" },
      "the object store is one adapter",
    ),
    rule(
      "inngest-sdk-only-for-durable-work",
      "^(app/(?!durable-work\\.ts$)|components/|cli/|lib/|embedded/)",
      { path: "node_modules/inngest/" },
      "it takes 67 MB: whoever does not run durable work must not load it",
    ),
    rule(
      "embedded-knows-settings-and-domain-only",
      "^embedded/",
      { path: "^(app|components|inngest|cli|bench|e2e)/|^lib/(?!domain/|env[./])" },
      "the embedded parts stand in for services of other people; they do not know the application",
    ),
    rule(
      "nothing-imports-embedded",
      "^(app|components|inngest|cli|lib|prisma)/",
      { path: "^embedded/" },
      "the product runs without the embedded parts; tests, e2e and bench may start them",
    ),
    rule(
      "nothing-imports-proofs",
      "^(app|components|inngest|cli|lib|prisma|embedded)/",
      { path: "^(bench|e2e)/|^lib/testing/" },
      "fakes, benchmarks and end-to-end tests never reach the product",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    exclude: { path: `node_modules/vitest|${TESTS}` },
  },
};

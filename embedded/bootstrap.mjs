// Uses old syntax on purpose, so that an old version of Node can report that it is too old.
import process from "node:process";

const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    "Stagedoor needs Node 20.19 or newer; this is Node " +
      process.versions.node +
      ". Install a newer one (https://nodejs.org) and run the command again.\n",
  );
  process.exitCode = 1;
} else {
  void import("./launcher/install-and-run.mjs").then(({ installAndRun }) =>
    installAndRun(process.argv.slice(2)),
  );
}

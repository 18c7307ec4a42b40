// Runs before the npm scripts, on any Node. Deliberately old syntax: an old Node must be able to read it.
'use strict';
var parts = process.versions.node.split('.').map(Number);
if (parts[0] < 24 || (parts[0] === 24 && parts[1] < 18)) {
  process.stderr.write(
    'A checkout of plant-store needs Node 24.18 or newer; this is Node ' +
      process.versions.node +
      '.\n' +
      'On Linux x64, "npm ci" (without --omit=optional) installs it. On other platforms install Node 24, for example with nvm or from https://nodejs.org\n',
  );
  process.exit(2);
}

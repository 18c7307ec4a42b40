/**
 * Fake stores that others wrote, set up as their documentation says, with validation and credentials where they have them.
 * Licences: MIT, but for WireMock (Apache 2.0); each is installed by whoever runs the bench, nothing of it is in the kit.
 * Telemetry: Specmatic's is turned off in its environment, OpenTelemetry of the Pact stub is off unless asked for; a search
 * of the others' own files found no sign of any.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findPactBinary } from '../../../contracts/pact/native/native-process.ts';
import { type BenchServer, dynamicPrism, nodeServer, prismWithLog, resolvePath, versionIn } from './servers.ts';

const installed = resolvePath('peers/node_modules');

/** Undefined when they are there; else the command that brings them. */
export function missingRequirement(): string | undefined {
  return existsSync(installed)
    ? undefined
    : 'the peers are not installed. Run: npm ci --ignore-scripts --prefix test/evals/bench/peers';
}

interface Peer extends BenchServer {
  readonly needsJava?: true;
}

/** What this machine can run, and a sentence for each that it cannot. */
export function availablePeers(all: readonly Peer[]): {
  readonly servers: readonly BenchServer[];
  readonly notes: readonly string[];
} {
  const java = javaVersion();
  const left = java === undefined ? all.filter(({ needsJava }) => needsJava) : [];
  return {
    servers: all.filter((peer) => !left.includes(peer)),
    notes: left.map(({ name }) => `${name} was skipped: it needs Java, which is not installed.`),
  };
}

function javaVersion(): string | undefined {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return status === 0 ? /version "([^"]+)"/.exec(stderr)?.[1] : undefined;
}

const of = (name: string) => ({ [name]: versionIn(`peers/node_modules/${name}`) });
const onJava = (name: string) => ({ ...of(name), Java: javaVersion() ?? 'none' });

const openapiBackend: Peer = {
  name: 'openapi-backend',
  kind: 'other',
  program: nodeServer('peers/servers/openapi-backend.mjs'),
  versions: () => of('openapi-backend'),
};

const quickOpenapiBackend: Peer = {
  ...openapiBackend,
  name: 'openapi-backend, quick',
  program: nodeServer('peers/servers/openapi-backend.mjs', { QUICK: 'true' }),
};

const scalar: Peer = {
  name: 'Scalar mock server',
  kind: 'other',
  program: nodeServer('peers/servers/scalar.mjs'),
  versions: () => of('@scalar/mock-server'),
};

const msw: Peer = {
  name: 'MSW middleware',
  kind: 'other',
  program: nodeServer('peers/servers/msw.mjs'),
  versions: () => ({ ...of('msw'), ...of('@mswjs/http-middleware'), ...of('@mswjs/source') }),
};

/** Without its log file and its admin API. */
const mockoon: Peer = {
  name: 'Mockoon',
  kind: 'other',
  program: ({ port, document }) => ({
    file: process.execPath,
    args: [
      resolvePath('peers/node_modules/@mockoon/cli/bin/run.js'),
      ...['start', '--data', document, '--hostname', '127.0.0.1', '--port', String(port)],
      ...['--disable-log-to-file', '--disable-admin-api', '--disable-external-refs'],
    ],
  }),
  versions: () => of('@mockoon/cli'),
};

/** By a pact with matchers of types; the token has to be the same. */
const pactStub: Peer = {
  name: 'Pact stub',
  kind: 'other',
  program: ({ port }) => ({
    file: findPactBinary(),
    args: ['stub', '--file', resolvePath('peers/servers/pact-stub.json'), '--port', String(port)],
  }),
  versions: () => ({
    '@pact-foundation/pact-cli': versionIn('../../../node_modules/@pact-foundation/pact-cli'),
  }),
};

/** The body by a JSON schema, the token as it is, an answer by its templates, and a journal of as many as the mock server's. */
const wiremock: Peer = {
  name: 'WireMock',
  kind: 'other',
  needsJava: true,
  program: ({ port }) => ({
    file: 'java',
    args: [
      '-jar',
      resolvePath(
        `peers/node_modules/wiremock/build/wiremock-standalone-${versionIn('peers/node_modules/wiremock')}.jar`,
      ),
      ...['--bind-address', '127.0.0.1', '--port', String(port)],
      ...['--max-request-journal-entries', '1000'],
    ],
    folder: resolvePath('peers/servers/wiremock'),
  }),
  versions: () => onJava('wiremock'),
};

const specmatic: Peer = {
  name: 'Specmatic',
  kind: 'other',
  needsJava: true,
  program: ({ port, document }) => ({
    file: 'java',
    args: [
      '-jar',
      resolvePath('peers/node_modules/specmatic/specmatic.jar'),
      ...['mock', document, '--host', '127.0.0.1', '--port', String(port)],
    ],
    env: { SPECMATIC_DISABLE_TELEMETRY: 'true' },
  }),
  versions: () => onJava('specmatic'),
};

/** Of the contract of the Plant Store. */
export const storePeers: readonly Peer[] = [
  openapiBackend,
  pactStub,
  prismWithLog,
  dynamicPrism,
  scalar,
  msw,
  wiremock,
  mockoon,
  specmatic,
];

/** Of any document. What openapi-backend does unless it is told to be quick is to refuse both of the large ones. */
export const documentPeers: readonly Peer[] = [quickOpenapiBackend, msw, scalar];

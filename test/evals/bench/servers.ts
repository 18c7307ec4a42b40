/** The mock servers that are compared: how each is started, and what it is. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerCommand } from './measuring/launch-server.ts';

export interface ServerSetup {
  readonly port: number;
  /** A path. */
  readonly document: string;
}

export interface BenchServer {
  readonly name: string;
  readonly kind: 'own' | 'baseline' | 'other';
  readonly program: (setup: ServerSetup) => ServerCommand;
  /** Of what it rests on, by name. */
  readonly versions?: () => Readonly<Record<string, string>>;
}

export const TOKEN = 'plant-store-dev-token';
export const plantStoreDocument = resolvePath('../../../spec/plant-store.yaml');

export function resolvePath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** A program of this folder, which is told by its environment. */
export function nodeServer(name: string, env: Readonly<Record<string, string>> = {}): BenchServer['program'] {
  return ({ port, document }) => ({
    file: process.execPath,
    args: [resolvePath(name)],
    env: { ...env, PORT: String(port), STORE_TOKEN: TOKEN, DOCUMENT: document },
  });
}

/** As it stands in a package.json. */
export function versionIn(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(resolvePath(`${folder}/package.json`), 'utf8'));
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'of unknown version';
}

export const baselineServer: BenchServer = {
  name: 'node:http, Ajv, bearer check',
  kind: 'baseline',
  program: nodeServer('servers/baseline.mjs'),
  versions: () => ({ ajv: versionIn('../../../node_modules/ajv') }),
};

export const bareServer: BenchServer = {
  name: 'bare node:http, a constant',
  kind: 'other',
  program: nodeServer('servers/bare.mjs'),
};

export const parseOnly: BenchServer = {
  name: 'only JSON.parse',
  kind: 'baseline',
  program: nodeServer('servers/parse-alone.mjs'),
};

/** By the launcher that people start; its log is on unless told otherwise. */
function kitMock(...options: readonly string[]): BenchServer['program'] {
  return ({ port, document }) => ({
    file: process.execPath,
    args: [resolvePath('../../../cli/plant-store.cjs'), 'mock', '--spec', document, '--port', String(port), ...options],
    env: { PLANT_STORE_TOKEN: TOKEN },
  });
}

export const ownStore: BenchServer = { name: 'plant-store', kind: 'own', program: kitMock() };
export const kitMockWithoutLog: BenchServer = {
  name: 'plant-store --log none',
  kind: 'own',
  program: kitMock('--log', 'none'),
};

/** Prism's own command, which is here as the engine of samples. */
function prism(...options: readonly string[]): BenchServer['program'] {
  const command = resolvePath('../../../node_modules/@stoplight/prism-cli/dist/index.js');
  return ({ port, document }) => ({
    file: process.execPath,
    args: [command, 'mock', '--port', String(port), ...options, document],
  });
}

const prismVersion = () => ({
  '@stoplight/prism-cli': versionIn('../../../node_modules/@stoplight/prism-cli'),
});

export const prismWithoutLog: BenchServer = {
  name: 'Prism -v silent',
  kind: 'other',
  program: prism('-v', 'silent'),
  versions: prismVersion,
};

export const prismWithLog: BenchServer = {
  name: 'Prism with defaults',
  kind: 'other',
  program: prism(),
  versions: prismVersion,
};

export const dynamicPrism: BenchServer = {
  name: 'Prism -d',
  kind: 'other',
  program: prism('-d'),
  versions: prismVersion,
};

/** What the tests of the Pact side share: the contract, the committed pact, changed copies of it, stubs. */
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { readPact } from '../../contracts/pact/file/pact-file.ts';
import {
  type ProviderResult,
  type ProviderVerificationOptions,
  verifyProvider,
} from '../../contracts/pact/provider/verify-provider.ts';
import { KitError } from '../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { startVariant, variants } from '../evals/zoo/index.ts';

export const kitFolder = fileURLToPath(new URL('../../', import.meta.url));
export const committedPact = path.join(kitFolder, 'contracts/pacts/plant-store-client-plant-store.json');
export const contract = await loadContract(path.join(kitFolder, 'spec/plant-store.yaml'));

/** Seeded so that it can be searched for; JSON escapes it and URLs encode it. */
export const SECRET = 'seeded%2Fsecret\\token+/=';

/** An empty folder, deleted after the whole run. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(inject('temporaryRoot'), 'test-'));
}

/** A file with this text. */
export function fileOf(text: string, name = 'pact.json'): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

/** The committed pact, or another, with the value at each path replaced; undefined removes it. */
export function changedPact(
  changes: readonly (readonly [at: readonly (string | number)[], value: Json | undefined])[],
  file = committedPact,
): string {
  const pact = changes.reduce((value, [at, replacement]) => replaced(value, at, replacement), pactValue(file));
  return fileOf(stringifyJson(pact, 2));
}

export function pactValue(file = committedPact): Json {
  const parsed = parseJson(readFileSync(file, 'utf8'));
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

export function interactionsOf(pact: Json): readonly Json[] {
  return isJsonObject(pact) && isJsonArray(pact.interactions) ? pact.interactions : [];
}

function replaced(value: Json, [key, ...rest]: readonly (string | number)[], replacement: Json | undefined): Json {
  if (key === undefined) return value;
  const child = (part: Json | undefined) => (rest.length === 0 ? replacement : replaced(part ?? {}, rest, replacement));
  if (isJsonArray(value)) return value.flatMap((item, i) => (i === key ? (child(item) ?? []) : [item]));
  const entries: JsonObject = isJsonObject(value) ? value : {};
  const changed = Object.entries({ ...entries, [key]: child(entries[key]) ?? null });
  return Object.fromEntries(changed.filter(([name]) => name !== String(key) || child(entries[key]) !== undefined));
}

/** A verification with a token and pacts by their files. */
export async function verifyFiles({
  token,
  pactFiles,
  ...rest
}: Omit<ProviderVerificationOptions, 'credentials' | 'pacts'> & {
  readonly token?: string | undefined;
  readonly pactFiles: readonly string[];
}): Promise<ProviderResult> {
  const credentials = { token, byScheme: new Map<string, string>() };
  return verifyProvider({ ...rest, credentials, pacts: await Promise.all(pactFiles.map(readPact)) });
}

/** An implementation of the zoo, stopped when the test ends. Resolves to its URL. */
export async function zooStore(name: string, token: string): Promise<string> {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`the zoo has no ${name}`);
  const store = await startVariant(variant, { token });
  onTestFinished(() => store.close());
  return store.url;
}

/** A server stopped when the test ends. Resolves to its URL. */
export async function startHttpServer(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  return startHttpServerWith(createServer(listener), 'http', host);
}

/** `port` for a server that goes away in the test: a port chosen by the system could be reused by another test. */
export async function startHttpServerWith(server: Server, protocol: string, host: string, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `${protocol}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** A program that replaces the native verifier. */
export function fakeVerifier(script: string): string {
  const file = fileOf(`#!/bin/sh\n${script}\n`, 'verifier.sh');
  chmodSync(file, 0o755);
  return file;
}

/** The KitError that the promise rejects with. */
export async function kitErrorOf(work: Promise<unknown>): Promise<KitError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof KitError) return error;
    throw error;
  }
  throw new Error('expected a KitError, but the work succeeded');
}

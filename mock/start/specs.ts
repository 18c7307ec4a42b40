/** The documents that a store serves, each under its prefix. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { KitError } from '../../errors.ts';
import type { Contract } from '../../spec/contract.ts';
import { homeDocument } from '../../spec/home.ts';
import { readContract } from '../../spec/load.ts';
import { CONTROL_PATH } from '../control/path.ts';
import type { Mount } from '../serve/mounts.ts';
import { loadUnlessKept } from './contract-memo.ts';

/** A path, an http(s) or file URL, or the OpenAPI document itself. */
export type SpecSource = string | URL | Readonly<Record<string, unknown>>;

/** One of several documents. */
export interface MountedSpec {
  /** Where its paths begin, such as `/shop`; the empty string for the one that has all the rest. */
  readonly prefix: string;
  readonly spec: SpecSource;
}

export const defaultSpecs: readonly MountedSpec[] = [{ prefix: '', spec: homeDocument }];

/** Throws `prefix-invalid`, and what `loadContract` throws. */
export async function loadMounts(specs: readonly MountedSpec[]): Promise<readonly Mount[]> {
  if (specs.length === 0) throw new KitError('prefix-invalid', 'expected at least one document, got none');
  for (const { prefix } of specs) refusePrefix(prefix);
  refuseDoubled(specs);
  return Promise.all(specs.map(async ({ prefix, spec }) => ({ prefix, contract: await contractOf(spec) })));
}

/** What a document is called in messages. */
function nameOfSpec(spec: SpecSource): string {
  return typeof spec === 'string' || spec instanceof URL ? String(spec) : 'the document given as an object';
}

function refusePrefix(prefix: string): void {
  if (prefix === CONTROL_PATH || prefix.startsWith(`${CONTROL_PATH}/`))
    throw new KitError(
      'prefix-invalid',
      `prefix ${prefix}: expected another, since the control API is there`,
    );
  if (/^(?:\/[\w.~-]+)*$/.test(prefix)) return;
  throw new KitError(
    'prefix-invalid',
    `prefix ${JSON.stringify(prefix)}: expected segments of letters, digits and . _ ~ - such as "/shop"`,
  );
}

function refuseDoubled(specs: readonly MountedSpec[]): void {
  for (const [prefix, same] of Map.groupBy(specs, (one) => one.prefix)) {
    if (same.length === 1) continue;
    const names = same.map(({ spec }) => nameOfSpec(spec)).join(' and ');
    const given = prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
    throw new KitError('prefix-invalid', `${names}: expected different prefixes, got ${given} for each`);
  }
}

function contractOf(spec: SpecSource): Promise<Contract> {
  if (typeof spec === 'string' || spec instanceof URL) return loadUnlessKept(String(spec));
  return readContract(inlineUrl(), textOf(spec));
}

/** References to files start from the working directory. */
function inlineUrl(): string {
  return pathToFileURL(path.resolve('document given as an object')).href;
}

/** Integers beyond 2^53 may be given as bigints. */
function textOf(document: Readonly<Record<string, unknown>>): string {
  const exact = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value;
  try {
    return JSON.stringify(document, exact, 2);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new KitError(
      'spec-invalid',
      `the document given as an object cannot be written as JSON: ${reason}`,
      {
        cause: error,
      },
    );
  }
}

/** The stored verdicts of the peers on the mutants (peer-verdicts.tsv): the page and its test need no peers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { roundToDoubles } from '../../../../spec/json/convert-json.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { applyContractMutant, contractMutantName, mutantFingerprint } from '../apply-mutant.ts';
import type { ContractMutant } from '../mutants/mutant.ts';

export const peers = ['api-smart-diff', 'openapi-diff'] as const;

export type Peer = (typeof peers)[number];

export interface PeerVerdict {
  /** Of both documents. */
  readonly fingerprint: string;
  /** Each `breaking`, `not breaking` or `cannot: ` with the reason. */
  readonly verdicts: Readonly<Record<Peer, string>>;
}

/** By the names of the mutants. */
export type PeerVerdicts = ReadonlyMap<string, PeerVerdict>;

/** A line for each mutant: its name, the fingerprint and the verdict of each peer, separated by tabs. */
const file = new URL('peer-verdicts.tsv', import.meta.url);

/** Reads the stored verdicts. */
export function readPeerVerdicts(): PeerVerdicts {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return new Map(lines.map(parseLine));
}

function parseLine(line: string): [string, PeerVerdict] {
  const [name, fingerprint, smart, atlassian] = line.split('\t');
  if (name === undefined || fingerprint === undefined || smart === undefined || atlassian === undefined)
    throw new Error(`peer-verdicts.tsv: received ${line}; expected four columns`);
  return [name, { fingerprint, verdicts: { 'api-smart-diff': smart, 'openapi-diff': atlassian } }];
}

export function writePeerVerdicts(verdicts: PeerVerdicts): void {
  const lines = [...verdicts].map(([name, { fingerprint, verdicts: verdictByPeer }]) =>
    [name, fingerprint, ...peers.map((peer) => verdictByPeer[peer])].join('\t'),
  );
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

/** Runs both on all mutants in a separate process. Throws if it ends early. */
export async function runPeers(mutants: readonly ContractMutant[]): Promise<PeerVerdicts> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('run-peers.mjs', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdin.end(mutants.map(inputLine).join(''));
  const verdicts: [string, PeerVerdict][] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const mutant = mutants[verdicts.length];
    if (mutant === undefined) throw new Error('more results than requests');
    verdicts.push([
      contractMutantName(mutant),
      { fingerprint: mutantFingerprint(mutant), verdicts: parseOutputLine(line) },
    ]);
  }
  await ended;
  if (verdicts.length < mutants.length) throw new Error(`ended after ${verdicts.length} results`);
  return new Map(verdicts);
}

function inputLine(mutant: ContractMutant): string {
  const { before, after } = applyContractMutant(mutant);
  return `${stringifyJson({ before: roundToDoubles(before), after: roundToDoubles(after) })}\n`;
}

function parseOutputLine(line: string): PeerVerdict['verdicts'] {
  const output: Json = JSON.parse(line);
  const of = (peer: Peer) => String(isJsonObject(output) ? output[peer] : undefined);
  return { 'api-smart-diff': of('api-smart-diff'), 'openapi-diff': of('openapi-diff') };
}

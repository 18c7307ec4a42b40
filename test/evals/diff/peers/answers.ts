/** What the peers said of the mutants, kept in answers.tsv: the page and its test are made without them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withDoubles } from '../../../../spec/json/copies.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { fingerprintOf, nameOf, subjectOf } from '../subject.ts';

export const peers = ['api-smart-diff', 'openapi-diff'] as const;

export type Peer = (typeof peers)[number];

export interface Answer {
  /** Of the two documents that it is about. */
  readonly fingerprint: string;
  /** Each `breaking`, `not breaking` or `cannot: ` with the reason. */
  readonly said: Readonly<Record<Peer, string>>;
}

/** By the names of the mutants. */
export type Answers = ReadonlyMap<string, Answer>;

/** A line for each mutant: its name, the fingerprint, what each peer said, with tabs between them. */
const file = new URL('answers.tsv', import.meta.url);

/** Of what is kept. */
export function keptAnswers(): Answers {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return new Map(lines.map(answerIn));
}

function answerIn(line: string): [string, Answer] {
  const [name, fingerprint, smart, atlassian] = line.split('\t');
  if (name === undefined || fingerprint === undefined || smart === undefined || atlassian === undefined)
    throw new Error(`answers.tsv: received ${line}; expected four columns`);
  return [name, { fingerprint, said: { 'api-smart-diff': smart, 'openapi-diff': atlassian } }];
}

export function keepAnswers(answers: Answers): void {
  const lines = [...answers].map(([name, { fingerprint, said }]) =>
    [name, fingerprint, ...peers.map((peer) => said[peer])].join('\t'),
  );
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

/** Asks both of all, in a process of their own. Throws where it ends before its last answer. */
export async function askPeers(mutants: readonly Mutant[]): Promise<Answers> {
  const asked = spawn(process.execPath, [fileURLToPath(new URL('ask.mjs', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(asked, 'exit');
  asked.stdin.end(mutants.map(questionOf).join(''));
  const answers: [string, Answer][] = [];
  for await (const line of createInterface({ input: asked.stdout })) {
    const mutant = mutants[answers.length];
    if (mutant === undefined) throw new Error('more answers than questions');
    answers.push([nameOf(mutant), { fingerprint: fingerprintOf(mutant), said: saidIn(line) }]);
  }
  await ended;
  if (answers.length < mutants.length) throw new Error(`ended after ${answers.length} answers`);
  return new Map(answers);
}

function questionOf(mutant: Mutant): string {
  const { before, after } = subjectOf(mutant);
  return `${stringifyJson({ before: withDoubles(before), after: withDoubles(after) })}\n`;
}

function saidIn(line: string): Answer['said'] {
  const answer: Json = JSON.parse(line);
  const of = (peer: Peer) => String(isJsonObject(answer) ? answer[peer] : undefined);
  return { 'api-smart-diff': of('api-smart-diff'), 'openapi-diff': of('openapi-diff') };
}

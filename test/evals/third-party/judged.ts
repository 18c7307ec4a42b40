/** Every accusation is checked by hand once; what came of it stands in judged.json. */
import { readFileSync } from 'node:fs';
import type { Finding } from '../../../contracts/finding/finding.ts';

export interface Judgement {
  readonly stores: readonly string[];
  readonly check: string;
  /** A regular expression for its fingerprint, mutation and body, with a space between. */
  readonly about: RegExp;
  readonly judgement: 'true' | 'false alarm' | 'doubtful';
  readonly why: string;
}

export const judgements: readonly Judgement[] = readJudgements();

export function judgementOf(store: string, finding: Finding): Judgement | undefined {
  const text = textOf(finding);
  return judgements.find(
    (one) => one.check === finding.check && one.stores.includes(store) && one.about.test(text),
  );
}

/** The body too: what is drawn at random says no more of itself. */
function textOf({ fingerprint, evidence }: Finding): string {
  return [fingerprint, evidence?.mutation, evidence?.request.body].join(' ').replace(/\s+/g, ' ');
}

function readJudgements(): readonly Judgement[] {
  const entries: unknown = JSON.parse(readFileSync(new URL('judged.json', import.meta.url), 'utf8'));
  if (!Array.isArray(entries)) throw new Error('judged.json: received something that is not a list');
  return entries.map(readJudgement);
}

function readJudgement(entry: unknown): Judgement {
  if (!isWritten(entry)) throw new Error(`judged.json: received ${JSON.stringify(entry)}`);
  return { ...entry, about: new RegExp(entry.about) };
}

type Written = Omit<Judgement, 'about'> & { readonly about: string };

function isWritten(entry: unknown): entry is Written {
  if (typeof entry !== 'object' || entry === null) return false;
  if (!('stores' in entry && 'check' in entry && 'about' in entry && 'judgement' in entry && 'why' in entry))
    return false;
  const { stores, check, about, judgement, why } = entry;
  return (
    Array.isArray(stores) &&
    [...stores, check, about, why].every((text) => typeof text === 'string' && text !== '') &&
    ['true', 'false alarm', 'doubtful'].some((known) => known === judgement)
  );
}

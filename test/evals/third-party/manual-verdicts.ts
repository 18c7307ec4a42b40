/** Every reported error was checked by hand once; the verdicts are in manual-verdicts.json. */
import { readFileSync } from 'node:fs';
import type { Finding } from '../../../contracts/finding/finding.ts';

export interface ManualVerdict {
  readonly stores: readonly string[];
  readonly check: string;
  /** A regular expression for its fingerprint, mutation and body, with a space between. */
  readonly pattern: RegExp;
  readonly verdict: 'true' | 'false positive' | 'doubtful';
  readonly reason: string;
}

export const manualVerdicts: readonly ManualVerdict[] = readManualVerdicts();

export function findManualVerdict(store: string, finding: Finding): ManualVerdict | undefined {
  const text = matchedText(finding);
  return manualVerdicts.find(
    (one) => one.check === finding.check && one.stores.includes(store) && one.pattern.test(text),
  );
}

/** The body too: what is drawn at random says no more of itself. */
function matchedText({ fingerprint, evidence }: Finding): string {
  return [fingerprint, evidence?.mutation, evidence?.request.body].join(' ').replace(/\s+/g, ' ');
}

function readManualVerdicts(): readonly ManualVerdict[] {
  const entries: unknown = JSON.parse(readFileSync(new URL('manual-verdicts.json', import.meta.url), 'utf8'));
  if (!Array.isArray(entries)) throw new Error('manual-verdicts.json: received something that is not a list');
  return entries.map(readManualVerdict);
}

function readManualVerdict(entry: unknown): ManualVerdict {
  if (!isWritten(entry)) throw new Error(`manual-verdicts.json: received ${JSON.stringify(entry)}`);
  return { ...entry, pattern: new RegExp(entry.pattern) };
}

type WrittenVerdict = Omit<ManualVerdict, 'pattern'> & { readonly pattern: string };

function isWritten(entry: unknown): entry is WrittenVerdict {
  if (typeof entry !== 'object' || entry === null) return false;
  if (!('stores' in entry && 'check' in entry && 'pattern' in entry && 'verdict' in entry && 'reason' in entry))
    return false;
  const { stores, check, pattern, verdict, reason } = entry;
  return (
    Array.isArray(stores) &&
    [...stores, check, pattern, reason].every((text) => typeof text === 'string' && text !== '') &&
    ['true', 'false positive', 'doubtful'].some((known) => known === verdict)
  );
}

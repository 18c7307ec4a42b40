/**
 * One cause, told once: what a consumer's pact shows to be wrong, and what the verifier shows, is the same fault where the
 * same check breaks at the same place of the contract.
 */
import { type AnswerPart, type BrokenPact, type Finding, isToldElsewhere } from './finding.ts';

/** Findings of the verifier and of the comparison of pacts, which tell of causes; and those of implementations by pacts. */
export interface FindingsBySide {
  readonly causes: readonly Finding[];
  readonly provider: readonly Finding[];
}

/** The same findings, in their order; those by pacts name the finding of their cause, which names who breaks. */
export function foldSameCauses({ causes, provider }: FindingsBySide): FindingsBySide {
  const among = foldWithin(provider);
  const heads = among.map((finding) => (isToldElsewhere(finding) ? undefined : headOf(finding, causes)));
  return {
    causes: causes.map((finding) => {
      const joined = among.filter((_one, index) => heads[index] === finding);
      return joined.length === 0 ? finding : { ...finding, breaks: breaksOf([finding, ...joined]) };
    }),
    provider: among.map((finding, index) => {
      const head = heads[index] ?? headOfHead(finding, among, heads);
      return head === undefined ? finding : { ...finding, sameAs: head.fingerprint };
    }),
  };
}

/** Interactions, of one pact or several, that fail for one cause: the first tells of all. */
export function foldWithin(findings: readonly Finding[]): readonly Finding[] {
  const groups = [...Map.groupBy(findings, causeOf).values()];
  return findings.map((finding) => {
    const group = groups.find((one) => one.includes(finding)) ?? [finding];
    const [first = finding] = group;
    return first === finding
      ? { ...finding, breaks: breaksOf(group) }
      : { ...finding, sameAs: first.fingerprint };
  });
}

/** Checks whose place in the contract says less than their place in the pact. */
const ofOnePact = new Set(['pact-expectation', 'pact-compatible']);

/** What a consumer alone expects has no cause in the contract that could be compared. */
function causeOf({ check, severity, subject, place, received, at, fingerprint }: Finding): string {
  if (ofOnePact.has(check)) return fingerprint;
  const part = at?.in === 'status' ? received : missingAt(place.pointer, at);
  return [check, severity, subject, place.file, withoutKeyword(place.pointer), part].join('|');
}

/** Of all that one list of required properties asks for, each that is missing is a cause of its own. */
function missingAt(pointer: string, at: AnswerPart | undefined): string {
  if (!pointer.endsWith('/required') || at?.in !== 'body' || !('path' in at)) return '';
  return `without ${at.path.at(-1) ?? ''}`;
}

/** Of what a schema says of one value, some cases rest on the keyword and some on the value. */
function withoutKeyword(pointer: string): string {
  return pointer.replace(/\/(?:type|format|minimum|maximum|required)$/, '');
}

/** Why a valid request is refused its pact does not tell: only where the verifier knows one reason it is that one. */
const withoutReason = new Set(['valid-accepted']);

function headOf(finding: Finding, among: readonly Finding[]): Finding | undefined {
  const alike = among.filter(
    ({ check, severity, subject }) =>
      check === finding.check && severity === finding.severity && subject === finding.subject,
  );
  if (withoutReason.has(finding.check)) return new Set(alike.map(causeOf)).size === 1 ? alike[0] : undefined;
  return alike.find((one) => causeOf(one) === causeOf(finding));
}

/** One that is folded into another of its stage goes where that one goes. */
function headOfHead(
  { sameAs }: Finding,
  among: readonly Finding[],
  heads: readonly (Finding | undefined)[],
): Finding | undefined {
  return heads[among.findIndex(({ fingerprint }) => fingerprint === sameAs)];
}

function breaksOf(findings: readonly Finding[]): readonly BrokenPact[] {
  return findings.flatMap(({ breaks = [] }) => breaks);
}

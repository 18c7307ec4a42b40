/**
 * One cause, told once: what a consumer's pact shows to be wrong, and what the verifier shows, is the same fault where the
 * same check breaks at the same place of the contract.
 */
import { type BrokenPact, type Finding, isDuplicate, type ResponsePart } from './finding.ts';

/** Findings of the verifier and of the comparison of pacts, which tell of causes; and those of implementations by pacts. */
export interface FindingsBySource {
  readonly primary: readonly Finding[];
  readonly provider: readonly Finding[];
}

/** The same findings, in their order; those by pacts name the finding of their cause, which names who breaks. */
export function deduplicateFindings({ primary, provider }: FindingsBySource): FindingsBySource {
  const deduplicated = deduplicateWithinStage(provider);
  const originals = deduplicated.map((finding) => (isDuplicate(finding) ? undefined : findOriginal(finding, primary)));
  return {
    primary: primary.map((finding) => {
      const duplicates = deduplicated.filter((_finding, index) => originals[index] === finding);
      return duplicates.length === 0 ? finding : { ...finding, breaks: brokenPactsOf([finding, ...duplicates]) };
    }),
    provider: deduplicated.map((finding, index) => {
      const original = originals[index] ?? originalOfDuplicate(finding, deduplicated, originals);
      return original === undefined ? finding : { ...finding, sameAs: original.fingerprint };
    }),
  };
}

/** Interactions, of one pact or several, that fail for one cause: the first tells of all. */
export function deduplicateWithinStage(findings: readonly Finding[]): readonly Finding[] {
  const groups = [...Map.groupBy(findings, causeKey).values()];
  return findings.map((finding) => {
    const group = groups.find((one) => one.includes(finding)) ?? [finding];
    const [first = finding] = group;
    return first === finding ? { ...finding, breaks: brokenPactsOf(group) } : { ...finding, sameAs: first.fingerprint };
  });
}

/** Checks whose place in the contract says less than their place in the pact. */
const pactOnlyChecks = new Set(['pact-expectation', 'pact-compatible']);

/** What a consumer alone expects has no cause in the contract that could be compared. */
function causeKey({ check, severity, subject, place, received, at, fingerprint }: Finding): string {
  if (pactOnlyChecks.has(check)) return fingerprint;
  const part = at?.in === 'status' ? received : missingPropertyKey(place.pointer, at);
  return [check, severity, subject, place.file, withoutKeyword(place.pointer), part].join('|');
}

/** Of all that one list of required properties asks for, each that is missing is a cause of its own. */
function missingPropertyKey(pointer: string, at: ResponsePart | undefined): string {
  if (!pointer.endsWith('/required') || at?.in !== 'body' || !('path' in at)) return '';
  return `without ${at.path.at(-1) ?? ''}`;
}

/** Of what a schema says of one value, some cases rest on the keyword and some on the value. */
function withoutKeyword(pointer: string): string {
  return pointer.replace(/\/(?:type|format|minimum|maximum|required)$/, '');
}

/** Why a valid request is refused its pact does not tell: only where the verifier knows one reason it is that one. */
const checksWithoutReason = new Set(['valid-accepted']);

function findOriginal(finding: Finding, deduplicated: readonly Finding[]): Finding | undefined {
  const candidates = deduplicated.filter(
    ({ check, severity, subject }) =>
      check === finding.check && severity === finding.severity && subject === finding.subject,
  );
  if (checksWithoutReason.has(finding.check))
    return new Set(candidates.map(causeKey)).size === 1 ? candidates[0] : undefined;
  return candidates.find((one) => causeKey(one) === causeKey(finding));
}

/** One that is folded into another of its stage goes where that one goes. */
function originalOfDuplicate(
  { sameAs: duplicateOf }: Finding,
  deduplicated: readonly Finding[],
  originals: readonly (Finding | undefined)[],
): Finding | undefined {
  return originals[deduplicated.findIndex(({ fingerprint }) => fingerprint === duplicateOf)];
}

function brokenPactsOf(findings: readonly Finding[]): readonly BrokenPact[] {
  return findings.flatMap(({ breaks: brokenPacts = [] }) => brokenPacts);
}

/**
 * Merges findings with the same cause. A failing pact and the verifier report the same error if the same check fails at
 * the same place of the contract.
 */
import { type BrokenPact, type Finding, isDuplicate, type ResponsePart } from './finding.ts';

/**
 * `primary`: findings of the verifier and of the pact comparison, which name a cause; `provider`: findings of a
 * provider verification with pacts.
 */
export interface FindingsBySource {
  readonly primary: readonly Finding[];
  readonly provider: readonly Finding[];
}

/**
 * The same findings in the same order. A provider finding gets the fingerprint of its original in `duplicateOf`; the
 * original lists the failing interactions in `brokenPacts`.
 */
export function deduplicateFindings({ primary, provider }: FindingsBySource): FindingsBySource {
  const deduplicated = deduplicateWithinStage(provider);
  const originals = deduplicated.map((finding) => (isDuplicate(finding) ? undefined : findOriginal(finding, primary)));
  return {
    primary: primary.map((finding) => {
      const duplicates = deduplicated.filter((_finding, index) => originals[index] === finding);
      return duplicates.length === 0 ? finding : { ...finding, brokenPacts: brokenPactsOf([finding, ...duplicates]) };
    }),
    provider: deduplicated.map((finding, index) => {
      const original = originals[index] ?? originalOfDuplicate(finding, deduplicated, originals);
      return original === undefined ? finding : { ...finding, duplicateOf: original.fingerprint };
    }),
  };
}

/** Merges interactions, of one or several pacts, that fail for the same cause: the first finding represents all. */
export function deduplicateWithinStage(findings: readonly Finding[]): readonly Finding[] {
  const groups = [...Map.groupBy(findings, causeKey).values()];
  return findings.map((finding) => {
    const group = groups.find((candidates) => candidates.includes(finding)) ?? [finding];
    const [first = finding] = group;
    return first === finding
      ? { ...finding, brokenPacts: brokenPactsOf(group) }
      : { ...finding, duplicateOf: first.fingerprint };
  });
}

/** For these checks the place in the contract is less specific than the place in the pact. */
const pactOnlyChecks = new Set(['pact-expectation', 'pact-compatible']);

/** An expectation that only the consumer has cannot be matched by its place in the contract. */
function causeKey({ check, severity, subject, place, received, responsePart, fingerprint }: Finding): string {
  if (pactOnlyChecks.has(check)) return fingerprint;
  const part = responsePart?.in === 'status' ? received : missingPropertyKey(place.pointer, responsePart);
  return [check, severity, subject, place.file, withoutKeyword(place.pointer), part].join('|');
}

/** Each missing property of one `required` list is a separate cause. */
function missingPropertyKey(pointer: string, at: ResponsePart | undefined): string {
  if (!pointer.endsWith('/required') || at?.in !== 'body' || !('path' in at)) return '';
  return `without ${at.path.at(-1) ?? ''}`;
}

/** Some findings point at a keyword, others at the schema around it: removes the keyword so that they compare equal. */
function withoutKeyword(pointer: string): string {
  return pointer.replace(/\/(?:type|format|minimum|maximum|required)$/, '');
}

/**
 * A pact does not show why a valid request is rejected: such a finding is merged only if the verifier found exactly one
 * cause.
 */
const checksWithoutReason = new Set(['valid-accepted']);

function findOriginal(finding: Finding, deduplicated: readonly Finding[]): Finding | undefined {
  const candidates = deduplicated.filter(
    ({ check, severity, subject }) =>
      check === finding.check && severity === finding.severity && subject === finding.subject,
  );
  if (checksWithoutReason.has(finding.check))
    return new Set(candidates.map(causeKey)).size === 1 ? candidates[0] : undefined;
  return candidates.find((candidate) => causeKey(candidate) === causeKey(finding));
}

/** The original of a finding that duplicates another finding of the same stage. */
function originalOfDuplicate(
  { duplicateOf }: Finding,
  deduplicated: readonly Finding[],
  originals: readonly (Finding | undefined)[],
): Finding | undefined {
  return originals[deduplicated.findIndex(({ fingerprint }) => fingerprint === duplicateOf)];
}

function brokenPactsOf(findings: readonly Finding[]): readonly BrokenPact[] {
  return findings.flatMap(({ brokenPacts = [] }) => brokenPacts);
}

/** What findings have in common when one defect causes them, in any operation. */
import { splitPointer } from '../../spec/json/pointer.ts';
import { bodyNames, responseSignature } from './response-signature.ts';
import type { ReportedFinding } from './stage-report.ts';

export interface RootCauses {
  /** Equal for findings with the same cause. */
  keyOf(finding: ReportedFinding): string;
  /** `no validation of bodies`, where the operation lacks a whole step. */
  describe(finding: ReportedFinding): string | undefined;
  /** Whether another finding shows the cause itself, and this one what follows from it. */
  isConsequence(finding: ReportedFinding): boolean;
}

/** From all findings of a report, since what an operation lacks shows in several of them. */
export function createRootCauses(findings: readonly ReportedFinding[]): RootCauses {
  const others: OtherFindings = { lacking: findLackingSteps(findings), reshaped: findReshapedBodies(findings) };
  const acceptedInvalid = findAcceptedInvalid(findings);
  const originOf = (finding: ReportedFinding) =>
    finding.check === 'body-matches-schema' ? acceptedInvalid.get(storedKey(finding)) : undefined;
  return {
    keyOf(finding) {
      const origin = originOf(finding) ?? finding;
      return JSON.stringify([finding.severity, ...causeOf(origin, others)]);
    },
    describe(finding) {
      const step = stepOf(finding);
      return step !== undefined && others.lacking.has(lackingKey(finding, step)) ? `no ${step}` : undefined;
    },
    isConsequence: (finding) => originOf(finding) !== undefined,
  };
}

/** What several findings show together. */
interface OtherFindings {
  /** Operations that do not validate their bodies or parameters, or check no credentials, by check and subject. */
  readonly lacking: ReadonlySet<string>;
  /** The names of bodies that are built in another way than declared, such as with an envelope. */
  readonly reshaped: ReadonlySet<string>;
}

type CauseKey = readonly (string | number | undefined)[];

function causeOf(finding: ReportedFinding, others: OtherFindings): CauseKey {
  const { check, evidence, isRemainder = false, received } = finding;
  const status = evidence?.response?.status ?? 0;
  if (isRemainder) return [check, 'rest'];
  if (evidence !== undefined && status >= 500) return ['server error', status, responseSignature(evidence)];
  if (check === 'no-server-error') return ['server error', received];
  const step = stepOf(finding);
  if (step !== undefined && others.lacking.has(lackingKey(finding, step))) return [check, 'lacking', step];
  const specific = causesByCheck[check];
  return specific === undefined ? [check, causeText(finding)] : specific(finding, others);
}

/** The checks whose causes are more general than their differences. */
const causesByCheck: Readonly<Record<string, (finding: ReportedFinding, others: OtherFindings) => CauseKey>> = {
  'response-arrives': (finding) => [finding.check, causeText(finding).split(' ')[0]],
  'invalid-rejected': (finding) => [finding.check, invalidPart(finding)],
  'valid-accepted': rejectedValid,
  'status-declared': (finding) => [finding.check, errorStatus(finding) ?? causeText(finding)],
  // Without the status: a header that is set in one place is missing in all responses.
  'headers-declared': (finding) => [finding.check, causeText(finding).replace(/^\S+ /, '')],
  'media-type-declared': declaredError,
  'body-is-json': declaredError,
  'body-matches-schema': mismatch,
  // A value that is lost when it is stored is missing in the response and in all later ones.
  'created-is-echoed': (finding) => ['written value', causeText(finding)],
  'read-returns-written': (finding) => ['written value', causeText(finding).replace(/ (?:\S+)$/, '')],
};

/** What distinguishes the causes of one check and operation. */
function causeText({ fingerprint, subject }: ReportedFinding): string {
  const parts = fingerprint.split('|');
  return parts.length > 3 && parts[1] === subject ? parts.slice(3).join('|') : fingerprint.replaceAll(subject, '');
}

function errorStatus({ evidence }: ReportedFinding): number | undefined {
  const status = evidence?.response?.status ?? 0;
  return status >= 400 ? status : undefined;
}

/** One place in an implementation writes all errors. */
function declaredError(finding: ReportedFinding): CauseKey {
  const { check, received } = finding;
  return errorStatus(finding) === undefined ? [check, causeText(finding)] : [check, 'error', received];
}

/** The same rejection of the same kind of request: a general text does not say what is rejected. */
function rejectedValid(finding: ReportedFinding): CauseKey {
  const { check, evidence } = finding;
  const status = errorStatus(finding);
  const signature = evidence === undefined ? '' : responseSignature(evidence);
  if (status === undefined || evidence === undefined || signature === '') return [check, causeText(finding)];
  const isAboutRequest = ![401, 403, 404, 405].includes(status);
  return [check, status, signature, isAboutRequest ? evidence.category : ''];
}

function mismatch(finding: ReportedFinding, { reshaped }: OtherFindings): CauseKey {
  const { check, evidence, expected, received } = finding;
  const names = evidence === undefined ? undefined : bodyNames(evidence);
  const isError = errorStatus(finding) !== undefined;
  if (names !== undefined && (isError || reshaped.has(names))) return [check, isError ? 'error' : '', names];
  const { keyword, path } = parseMismatch(finding);
  if (keyword === 'type' && received === 'null') return [check, 'null'];
  const rule = expected.slice(expected.indexOf(': ') + 2);
  if (keyword === 'type' || keyword === 'format') return [check, keyword, rule, kindOf(received)];
  return [check, keyword, lastName(path)];
}

/** The kind of a value as findings print it. */
function kindOf(received: string): string {
  if (received.startsWith('"')) return 'string';
  if (/^-?\d/.test(received)) return 'number';
  return received.startsWith('[') ? 'array' : received.startsWith('{') ? 'object' : received;
}

/** Of `200 required body.id`. */
function parseMismatch(finding: ReportedFinding): { readonly keyword: string; readonly path: string } {
  const [, keyword = '', path = ''] = /^\S+ (\S+) (.*)$/s.exec(causeText(finding)) ?? [];
  return { keyword, path };
}

/** The first finding that shows that a value of a property is accepted although its keyword forbids it. */
function findAcceptedInvalid(findings: readonly ReportedFinding[]): ReadonlyMap<string, ReportedFinding> {
  const accepted = new Map<string, ReportedFinding>();
  for (const finding of findings.filter(({ check }) => check === 'invalid-rejected')) {
    const keyword = keywordOf(finding);
    const [, path] = /\bbody\.(\S+)/.exec(causeText(finding)) ?? [];
    if (keyword === undefined || path === undefined) continue;
    const key = JSON.stringify([finding.severity, keyword, lastName(path)]);
    if (!accepted.has(key)) accepted.set(key, finding);
  }
  return accepted;
}

/** What is accepted is stored, and then violates the same keyword of a response. */
function storedKey(finding: ReportedFinding): string {
  const { keyword, path } = parseMismatch(finding);
  return JSON.stringify([finding.severity, keyword, lastName(path)]);
}

function lastName(path: string): string {
  return path.split('.').at(-1)?.replaceAll('[]', '') ?? path;
}

const MIN_DIFFERENT_NAMES = 2;

/** Bodies of which several properties are missing or not declared. */
function findReshapedBodies(findings: readonly ReportedFinding[]): ReadonlySet<string> {
  const namesOf = (finding: ReportedFinding) => {
    const { keyword } = parseMismatch(finding);
    const isName = keyword === 'required' || keyword === 'additionalProperties';
    return isName && finding.evidence !== undefined ? bodyNames(finding.evidence) : undefined;
  };
  const mismatches = findings.filter(({ check }) => check === 'body-matches-schema');
  const groups = Map.groupBy(mismatches, (finding) => `${finding.subject} ${namesOf(finding) ?? ''}`);
  return new Set(
    [...groups.values()]
      .filter((same) => same.length >= MIN_DIFFERENT_NAMES)
      .flatMap(([first]) => (first === undefined ? [] : (namesOf(first) ?? []))),
  );
}

const keywords = new Set(
  `type format enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern
  required additionalProperties unevaluatedProperties minProperties maxProperties minItems maxItems uniqueItems
  minContains maxContains contains dependentRequired dependencies oneOf anyOf not if`.split(/\s+/),
);

/** The keyword that an accepted request violates, if the case is about one. */
function keywordOf({ place: { pointer } }: ReportedFinding): string | undefined {
  const [parent, last = ''] = splitPointer(pointer).slice(-2);
  return parent !== 'properties' && keywords.has(last) ? last : undefined;
}

/** The kind of invalid value of a parameter: `not-a-number` of `list/parameters/query.limit/not-a-number`. */
function parameterProbe({ evidence }: ReportedFinding): string | undefined {
  return evidence?.category === 'parameters' ? evidence.caseId.split('/').at(-1) : undefined;
}

function invalidPart(finding: ReportedFinding): string {
  const probe = parameterProbe(finding);
  if (probe !== undefined) return `parameter ${probe}`;
  if (finding.evidence?.category === 'media-types') return 'media types';
  return keywordOf(finding) ?? causeText(finding);
}

/** Categories whose invalid requests the validation of a body would not reject. */
const otherCategories: ReadonlySet<string> = new Set([
  'media-types',
  'malformed-bodies',
  'content-negotiation',
  'equivalent-requests',
  'undeclared-requests',
  'unknown-identifiers',
]);

type Step = 'validation of bodies' | 'validation of parameters' | 'check of credentials';

/** The step of the processing of requests that would have prevented the finding. */
function stepOf(finding: ReportedFinding): Step | undefined {
  if (finding.check === 'unauthorized-rejected') return 'check of credentials';
  if (finding.check !== 'invalid-rejected') return undefined;
  if (parameterProbe(finding) !== undefined) return 'validation of parameters';
  const isEmptyBody = /^malformed-bodies no body\b/.test(causeText(finding));
  const isOther = otherCategories.has(finding.evidence?.category ?? '') && !isEmptyBody;
  return isOther ? undefined : 'validation of bodies';
}

function lackingKey({ subject, severity }: ReportedFinding, step: Step): string {
  return JSON.stringify([subject, severity, step]);
}

/**
 * A body is not validated where neither its types nor its required properties are, parameters where several kinds of
 * values are accepted, and credentials are not checked where none are needed.
 */
function findLackingSteps(findings: readonly ReportedFinding[]): ReadonlySet<string> {
  const groups = Map.groupBy(findings, (finding) => {
    const step = stepOf(finding);
    return step === undefined ? '' : lackingKey(finding, step);
  });
  return new Set([...groups].filter(([key, same]) => key !== '' && isLacking(same)).map(([key]) => key));
}

function isLacking(sameStep: readonly ReportedFinding[]): boolean {
  const [first] = sameStep;
  const step = first === undefined ? undefined : stepOf(first);
  const kinds = new Set(
    sameStep.map((finding) => (step === 'check of credentials' ? causeText(finding) : invalidPart(finding))),
  );
  if (step === 'check of credentials') return kinds.has('no right secret');
  return step === 'validation of bodies' ? kinds.has('type') && kinds.has('required') : kinds.size >= 2;
}

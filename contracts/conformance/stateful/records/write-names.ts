/** Writes contents under names that clients choose, each with another text, and reads all of them again. */
import { allowsSlashes, distinguishesCharacters, isComparedLoosely } from '../../../../spec/described/stored-names.ts';
import type { Contract } from '../../../../spec/model/contract.ts';
import { findOperation } from '../../../../spec/resources/operations.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, Sequence, StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline, mainPayload } from '../../request/baseline-request.ts';
import { rawRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { isValidText } from '../../request/parameters/serialize-parameters.ts';
import { freshPlainText, isPlainText } from '../model/non-json-bodies.ts';
import { pathParameterValue, pathValues, withParentValues, withPathValue } from '../model/path-items.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { minimalRequestSpec } from './record-requests.ts';

/** The requests of one path whose last part is a name. */
interface NamedContents {
  readonly write: BaselineRequest;
  readonly read: BaselineRequest;
  readonly remove: BaselineRequest | undefined;
  readonly name: string;
}

/** Undefined unless a PUT writes plain text to a path that ends with a free text, and a GET reads it. */
export function createNamesSequence(write: BaselineRequest, contract: Contract): Sequence | undefined {
  const contents = findNamedContents(write, contract);
  if (contents === undefined) return undefined;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(fresh) {
      const records = yield* writeNames(contents, fresh);
      for (const record of records) yield* readName(contents, record, fresh);
      yield* readOtherSpellings(contents, records, fresh);
      yield* removeNames(contents, records, fresh);
    },
  };
}

function findNamedContents(write: BaselineRequest, contract: Contract): NamedContents | undefined {
  const { operation, isVerbatim } = write;
  const payload = mainPayload(write);
  const [, name] = /\/\{([^{}]+)\}$/.exec(operation.path) ?? [];
  if (operation.method !== 'PUT' || isVerbatim || name === undefined || payload === undefined) return undefined;
  const { parameter } = pathParameterValue(write, name) ?? {};
  const isFreeText = parameter?.schema !== undefined && parameter.style === 'simple' && parameter.content.length === 0;
  if (!isFreeText || !isPlainText(payload.type)) return undefined;
  const read = baselineFor('GET');
  // With one name alone, nothing can be mixed up.
  return read === undefined || namesFor(write, name, 'a1').length < 2
    ? undefined
    : { write, read, remove: baselineFor('DELETE'), name };

  function baselineFor(method: string): BaselineRequest | undefined {
    const other = findOperation(contract, method, operation.path);
    const baseline = other && deriveBaseline(other, [], contract.operations);
    return baseline !== undefined && isBaseline(baseline) ? withParentValues(baseline, write) : undefined;
  }
}

/** Those that the schema allows. The first one is plain; servers mix it up with one of the others. */
function namesFor(write: BaselineRequest, name: string, word: string): readonly string[] {
  const { schema } = pathParameterValue(write, name)?.parameter ?? {};
  const base = `cafe${word}`;
  const description = describeName(write, name);
  const composed = `caf\u00e9${word}`;
  const names = [
    base,
    // Some servers compare names regardless of case and accents, and say so.
    ...(isComparedLoosely(description) ? [] : [base.toUpperCase(), composed]),
    // Normalisation makes these two equal.
    ...(distinguishesCharacters(description) ? [composed, composed.normalize('NFD')] : []),
    `${base} `,
    ` ${base}`,
    `${base}.txt`,
    `${base}.`,
    `${base};v=1`,
    `${base}+1`,
    `${base} 1`,
    `${base}A`,
    `${base}%41`,
    `${base}%`,
    `${base}?a=1#b`,
    `other/${base}`,
    `${base}'"`,
    `${base}東😀`,
  ];
  return schema === undefined ? [] : [...new Set(names)].filter((one) => isValidText(schema, one));
}

function describeName(write: BaselineRequest, name: string): string {
  const { schema, description = '' } = pathParameterValue(write, name)?.parameter ?? {};
  return `${description} ${(schema && flattenSchema(schema).description) ?? ''}`;
}

/** What was accepted. Whether a server rejects an unusual name is left to it. */
function* writeNames(
  { write, read, remove, name }: NamedContents,
  fresh: FreshValues,
): StepGenerator<readonly KnownRecord[]> {
  const records: KnownRecord[] = [];
  for (const [index, one] of namesFor(write, name, fresh.word()).entries()) {
    const baseline = withPathValue(write, name, one);
    const content = freshPlainText(baseline, fresh);
    if (content === undefined) return records;
    const contentType = mainPayload(write)?.type;
    const requestSpec = withFreshUuids(rawRequestSpec(baseline, { content, contentType }), fresh);
    // The first name shows that there is something to write to.
    const isAllowed = index > 0 && one.includes('/') && allowsSlashes(describeName(write, name));
    const exchange = yield {
      operation: write.operation,
      requestSpec,
      description: `it is written under the name ${JSON.stringify(one)}`,
      ...(isAllowed
        ? { expectation: 'accept' }
        : { tolerated: [...toleratesMissing, ...toleratesRejection], expectation: 'unspecified' }),
    };
    // 202 means accepted, not done.
    if (isSuccessfulExchange(exchange) && statusOf(exchange) !== 202)
      records.push({
        pathValues: pathValues(baseline),
        idName: undefined,
        read: read.operation,
        remove: remove?.operation,
        isConfirmed: true,
        writes: [{ kind: 'replace', operation: write.operation, requestSpec, exchange }],
        lastShown: undefined,
        isStillShown: false,
      });
    // Clients do not choose names.
    else if (index === 0) return [];
  }
  return records;
}

function* readName({ read, name }: NamedContents, record: KnownRecord, fresh: FreshValues): StepGenerator<void> {
  yield {
    operation: read.operation,
    requestSpec: minimalRequestSpec(withPathValue(read, name, record.pathValues.at(-1) ?? ''), fresh),
    description: `it is read under the name ${JSON.stringify(record.pathValues.at(-1))}`,
    tolerated: toleratesMissing,
    expectedState: { expects: 'record', record },
  };
}

/** An escaped letter is the letter (RFC 3986, section 6.2.2.2); an incomplete escape is no failure of the server. */
function* readOtherSpellings(
  { read, name }: NamedContents,
  [record]: readonly KnownRecord[],
  fresh: FreshValues,
): StepGenerator<void> {
  const base = record?.pathValues.at(-1);
  if (record === undefined || typeof base !== 'string') return;
  const requestSpec = minimalRequestSpec(withPathValue(read, name, base), fresh);
  const step = { operation: read.operation, expectation: 'unspecified' } as const;
  yield {
    ...step,
    requestSpec: withSpelling(requestSpec, base, base.replace(/^c/, '%63')),
    description: 'it is read with an escaped letter in its name',
    expectedState: { expects: 'record', record },
  };
  yield {
    ...step,
    requestSpec: withSpelling(requestSpec, base, `${base}%ZZ`),
    description: 'it is read with an incomplete escape in its name',
  };
}

function withSpelling(requestSpec: RequestSpec, base: string, spelling: string): RequestSpec {
  const { path } = requestSpec;
  const start = path.lastIndexOf(`/${base}`);
  return start < 0
    ? requestSpec
    : { ...requestSpec, path: `${path.slice(0, start)}/${spelling}${path.slice(start + 1 + base.length)}` };
}

function* removeNames(
  { remove, name }: NamedContents,
  records: readonly KnownRecord[],
  fresh: FreshValues,
): StepGenerator<void> {
  if (remove === undefined) return;
  for (const { pathValues: values } of records)
    yield {
      operation: remove.operation,
      requestSpec: minimalRequestSpec(withPathValue(remove, name, values.at(-1) ?? ''), fresh),
      description: 'it is deleted',
      tolerated: [...toleratesMissing, ...toleratesRejection],
      expectation: 'unspecified',
    };
}

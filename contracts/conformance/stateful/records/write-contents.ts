/** Writes contents that are neither JSON nor forms to one path, and reads each of them again (RFC 9110, section 9.3.4). */
import { statedContents } from '../../../../spec/described/stated-contents.ts';
import type { Contract, Operation } from '../../../../spec/model/contract.ts';
import { findOperation } from '../../../../spec/resources/operations.ts';
import { parameterNames } from '../../../../spec/resources/path-templates.ts';
import { successResponses } from '../../../../spec/resources/record-views.ts';
import { isOctets } from '../../../../spec/resources/uploaded-files.ts';
import { hasSampleFile, sampleFileBytes } from '../../../../spec/sampling/sample-files.ts';
import { isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, Sequence, Step, StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline, mainPayload } from '../../request/baseline-request.ts';
import { rawRequestSpec, validRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { byteSamples, type ContentSample, fileSamples, textSamples } from '../model/content-samples.ts';
import { isNonJsonContent, isPlainText, preferringType } from '../model/non-json-bodies.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { minimalRequestSpec, withIfMatch, withPathValues } from './record-requests.ts';

/** The requests of one path, and what is written with them. */
interface ContentPath {
  readonly write: BaselineRequest;
  readonly read: BaselineRequest;
  readonly type: string;
  readonly samples: readonly ContentSample[];
}

/** Undefined unless the path is read in the media type in which a PUT writes plain text or bytes. */
export function createContentsSequence(write: BaselineRequest, contract: Contract): Sequence | undefined {
  const contentPath = findContentPath(write, contract);
  if (contentPath === undefined) return undefined;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(fresh) {
      let record = initialRecord(contentPath);
      for (const sample of contentPath.samples) record = yield* writeAndRead(contentPath, { sample, record, fresh });
      if (record.writes.length > 0) yield* restore(contentPath, record, fresh);
    },
  };
}

function findContentPath(write: BaselineRequest, contract: Contract): ContentPath | undefined {
  const { operation, isVerbatim } = write;
  const payload = mainPayload(write);
  if (operation.method !== 'PUT' || isVerbatim || payload === undefined) return undefined;
  const { type, schema } = payload;
  const read = findOperation(contract, 'GET', operation.path);
  const samples = read === undefined ? [] : [...otherTypeSamples(write, read), ...samplesFor(write, type, schema)];
  if (samples.length === 0 || read === undefined || !isReadAs(read, type)) return undefined;
  const readBaseline = deriveBaseline(read, [], contract.operations);
  const readHere = isBaseline(readBaseline) ? withPathValues(readBaseline, pathValues(write)) : undefined;
  return readHere && { write, read: readHere, type, samples };
}

function samplesFor(
  { operation }: BaselineRequest,
  type: string,
  schema: Parameters<typeof textSamples>[0],
): readonly ContentSample[] {
  if (isPlainText(type)) return textSamples(schema);
  if (isOctets(type)) return byteSamples(statedContents(operation));
  // Other types, such as images, have rules for their bytes.
  return hasSampleFile(type) && isNonJsonContent(type) ? fileSamples(type) : [];
}

/** A file of each other media type in which the path is written and read: octets are what may be made of all of them. */
function otherTypeSamples({ payloads }: BaselineRequest, read: Operation): readonly ContentSample[] {
  const [main, ...others] = payloads;
  if (main === undefined || !isOctets(main.type)) return [];
  return others
    .filter(({ kind, type }) => kind === 'bytes' && hasSampleFile(type) && isReadAs(read, type))
    .map(({ type }) => ({
      description: `a file of the media type ${type}`,
      content: sampleFileBytes(type),
      mayBeRejected: false,
      type,
    }));
}

function isReadAs(read: Operation, type: string): boolean {
  return successResponses(read).some(({ content }) => content.some(({ range }) => range === type));
}

function pathValues({ operation, parameters }: BaselineRequest): KnownRecord['pathValues'] {
  return parameterNames(operation.path).map(
    (name) => parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name)?.value ?? '',
  );
}

function initialRecord({ write, read }: ContentPath): KnownRecord {
  return {
    pathValues: pathValues(write),
    idName: undefined,
    read: read.operation,
    remove: undefined,
    isConfirmed: true,
    writes: [],
    lastShown: undefined,
    isStillShown: false,
  };
}

interface SampleContext {
  readonly sample: ContentSample;
  readonly record: KnownRecord;
  readonly fresh: FreshValues;
}

function* writeAndRead(
  { write, read, type: usualType }: ContentPath,
  { sample, record, fresh }: SampleContext,
): StepGenerator<KnownRecord> {
  const { description, content, mayBeRejected, isAcceptanceStated = false, type = usualType } = sample;
  const contentType = typeof content === 'string' && !type.includes(';') ? `${type}; charset=utf-8` : type;
  const requestSpec = withIfMatch(
    withFreshUuids(rawRequestSpec(write, { content, contentType }), fresh),
    write,
    record,
  );
  const exchange = yield {
    ...writeStep(write, { ...requestSpec, ...(isAcceptanceStated && { isAcceptanceStated }) }),
    description: `it is written with ${description}`,
    ...(mayBeRejected && { expectation: 'unspecified' }),
  };
  // 202 means accepted, not done.
  if (!isSuccessfulExchange(exchange) || statusOf(exchange) === 202) return record;
  const { operation } = write;
  const written = {
    ...record,
    writes: [...record.writes, { kind: 'replace', operation, requestSpec, exchange } as const],
  };
  const shown = yield {
    operation: read.operation,
    requestSpec: preferringType(minimalRequestSpec(read, fresh), read.operation, type),
    description: 'it is read',
    tolerated: toleratesMissing,
    expectedState: { expects: 'record', record: written },
  };
  return { ...written, lastShown: shown };
}

/** The valid request again, for the cases that follow. */
function* restore({ write }: ContentPath, record: KnownRecord, fresh: FreshValues): StepGenerator<void> {
  const requestSpec = withIfMatch(withFreshUuids(validRequestSpec(write, fresh), fresh), write, record);
  yield { ...writeStep(write, requestSpec), description: 'it is written as before' };
}

function writeStep({ operation }: BaselineRequest, requestSpec: RequestSpec): Omit<Step, 'description'> {
  return { operation, requestSpec, tolerated: [...toleratesMissing, ...toleratesRejection] };
}

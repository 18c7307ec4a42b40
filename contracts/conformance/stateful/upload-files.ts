/** Uploads files in multipart forms, and reads what the implementation shows of them, and their bytes. */
import type { Contract } from '../../../spec/model/contract.ts';
import { findContentOperation } from '../../../spec/resources/uploaded-content.ts';
import { isOctets, type UploadedFile } from '../../../spec/resources/uploaded-files.ts';
import type { KnownRecord, Sequence, StepGenerator } from '../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline, mainPayload } from '../request/baseline-request.ts';
import { sampleFile } from '../request/payload/multipart.ts';
import type { FormField } from '../request/payload/payload.ts';
import { sampledTypes } from '../request/payload/varied-files.ts';
import { evaluatesRange } from './conditions/declared-conditions.ts';
import { withHeader } from './conditions/entity-tags.ts';
import { everyByte } from './model/content-samples.ts';
import { preferringType } from './model/non-json-bodies.ts';
import type { ResourceOperations } from './model/resource-operations.ts';
import { toleratesMissing, toleratesRejection } from './model/tolerated-responses.ts';
import { createInSequence, createParents } from './records/create-records.ts';
import { findInList } from './records/find-in-list.ts';
import { readRecord } from './records/read-record.ts';
import { minimalRequestSpec, withPathValues } from './records/record-requests.ts';
import type { StepContext } from './records/step-context.ts';

/** Undefined unless records are created by a multipart form with one file. */
export function createUploadsSequence(
  resourceOperations: ResourceOperations,
  contract: Contract,
): Sequence | undefined {
  const { createBaseline, isPut } = resourceOperations;
  const field = createBaseline.isVerbatim || isPut ? undefined : findFileField(createBaseline);
  if (field === undefined) return undefined;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(fresh) {
      if (fresh.isVerbatim === true) return;
      const parentValues = yield* createParents(resourceOperations, fresh);
      const context = { resourceOperations, fresh, parentValues, record: undefined, otherRecords: [] };
      const content = findContent(resourceOperations, field, contract);
      const records: KnownRecord[] = [];
      for (const file of filesToUpload(field)) {
        const record = yield* uploadAndRead({ context, field, content }, file);
        if (record !== undefined) records.push(record);
      }
      if (records.length > 0) yield* findInList({ ...context, records });
    },
  };
}

function findFileField(baseline: BaselineRequest): FormField | undefined {
  const [field, ...others] = (mainPayload(baseline)?.form?.fields ?? []).filter(({ isFile }) => isFile);
  return field === undefined || others.length > 0 || Array.isArray(field.value) ? undefined : field;
}

function findContent(
  { createBaseline, baselines }: ResourceOperations,
  { parameter }: FormField,
  contract: Contract,
): BaselineRequest | undefined {
  const read = baselines.get('read')?.operation;
  const operation = findContentOperation(contract, {
    create: createBaseline.operation,
    read,
    fields: [parameter.name],
  });
  const baseline = operation === undefined ? undefined : deriveBaseline(operation, [], contract.operations);
  return baseline !== undefined && isBaseline(baseline) ? baseline : undefined;
}

type FileToUpload = Omit<UploadedFile, 'field'>;

const MAX_TYPES = 3;

/** One of each declared media type, under names with capitals; octets with each byte, and a line end at the end. */
function filesToUpload(field: FormField): readonly FileToUpload[] {
  return sampledTypes(field)
    .slice(0, MAX_TYPES)
    .map((type, index) => {
      const { name, content } = sampleFile(type);
      const [extension = 'bin'] = name.split('.').slice(-1);
      return { name: `Sample-${index + 1}.${extension}`, type, content: isOctets(type) ? everyByte : content };
    });
}

interface Upload {
  readonly context: StepContext;
  readonly field: FormField;
  /** The request that reads the bytes. */
  readonly content: BaselineRequest | undefined;
}

function* uploadAndRead(
  { context, field, content }: Upload,
  file: FileToUpload,
): StepGenerator<KnownRecord | undefined> {
  const created = yield* createInSequence(context, {
    description: `a file with the media type ${file.type} is uploaded`,
    changeBody: (sent) => sent,
    files: new Map([[field.parameter.name, file]]),
  });
  if (created === 'unknown') return undefined;
  const record = yield* readRecord(context, created);
  const atPath = content === undefined ? undefined : withPathValues(content, record.pathValues);
  if (record.isMissing === true || atPath === undefined) return record;
  const { operation } = atPath;
  const requestSpec = preferringType(minimalRequestSpec(atPath, context.fresh), operation, file.type);
  // It may have to be processed first.
  const step = { operation, requestSpec, tolerated: [...toleratesMissing, ...toleratesRejection] };
  // A cache that has a part of it, but nothing else, may return that part.
  if (evaluatesRange(operation) === 'declared')
    yield {
      ...step,
      requestSpec: withHeader(requestSpec, 'Range', 'bytes=0-0'),
      description: 'its first byte is read',
      expectation: 'unspecified',
    };
  yield {
    ...step,
    description: 'its content is read',
    expectedState: { expects: 'uploaded file', file: { field: field.parameter.name, ...file } },
  };
  return record;
}

/** Keeps the files of a multipart request, where its response has addresses for them. */
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { requestMedia, successMedia } from '../../../spec/resources/record-views.ts';
import { HttpError } from '../../http/http-error.ts';
import type { RecordStore } from '../../model/storage.ts';
import type { MaybePromise } from '../../model/when-ready.ts';
import { readUploadedFiles } from '../../validate/form.ts';
import { type PreparedResult, pathValues, type RecordRequest, type SampleResponse } from '../record-handler.ts';
import { type LinkedFile, shownInField, withFiles } from './shown-files.ts';
import { storeFile, uploadPath } from './stored-files.ts';

type Prepare = (request: RecordRequest) => MaybePromise<PreparedResult>;

/** The sample of the response has the addresses of its files: new records take them from there. */
export function prepareUploads(request: RecordRequest, prepare: Prepare, records: RecordStore): ReturnType<Prepare> {
  const files = linkedFiles(request);
  return files.length === 0 ? prepare(request) : prepareWithFiles(request, files, { prepare, records });
}

async function prepareWithFiles(
  request: RecordRequest,
  files: readonly LinkedFile[],
  { prepare, records }: { readonly prepare: Prepare; readonly records: RecordStore },
): Promise<PreparedResult> {
  const linked = withLinkedFields(request, files);
  const prepared = await prepare(linked);
  if (prepared instanceof HttpError) return prepared;
  const sentNames = namesInRequest(request);
  return {
    ...prepared,
    status: prepared?.status,
    async commit(response) {
      const shown = showFiles(response, files, sentNames);
      if (shown !== response || linked !== request)
        for (const { file, addresses } of files) await storeFile(records, addresses.at(-1) ?? '', file);
      return prepared === undefined ? { body: shown.sample, headers: {} } : prepared.commit(shown);
    },
  };
}

/** A field that responses show as addresses, or as objects about the files, has those. */
function withLinkedFields(request: RecordRequest, files: readonly LinkedFile[]): RecordRequest {
  const { sent, operation } = request;
  const schema = successMedia(operation)?.schema;
  if (schema === undefined || !isJsonObject(sent)) return request;
  const fields = new Set(files.map(({ file }) => file.field));
  const shown = [...fields].flatMap((field): [string, Json][] => {
    const value = shownInField(field, schema, files);
    return value === undefined ? [] : [[field, value]];
  });
  return shown.length === 0 ? request : { ...request, sent: { ...sent, ...Object.fromEntries(shown) } };
}

function linkedFiles(request: RecordRequest): readonly LinkedFile[] {
  const { content, sent, operation, origin } = request;
  if (content === undefined || !/^multipart\/form-data\b/i.test(content.type) || !isJsonObject(sent)) return noFiles;
  const place = `${operation.id} ${pathValues(request).join('/')}`;
  return readUploadedFiles(content.type, content.bytes, requestMedia(operation)?.schema).map((file, index) => {
    const path = uploadPath(file, `${place} ${index}`);
    return { file, addresses: origin === undefined ? [path] : [`${origin}${path}`, path] };
  });
}

const noFiles: readonly LinkedFile[] = [];

function namesInRequest({ operation }: RecordRequest): ReadonlySet<string> {
  const schema = requestMedia(operation)?.schema;
  return new Set(schema === undefined ? [] : declaredProperties(schema).keys());
}

/** Unchanged where nothing of the files is shown. */
function showFiles(
  response: SampleResponse,
  files: readonly LinkedFile[],
  sentNames: ReadonlySet<string>,
): SampleResponse {
  const { schema, sample } = response;
  if (schema === undefined || sample === undefined) return response;
  const shown = withFiles(schema, sample, { files, sentNames });
  return shown === sample ? response : { ...response, sample: shown, withSentValues: undefined };
}

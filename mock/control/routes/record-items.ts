/** Routes for single records: their keys, and each created, replaced or deleted on its own. */
import type { Json } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import { quoteText } from '../../http/http-error.ts';
import { withOrigin } from '../../made-up/image-url.ts';
import { InvalidRecordError } from '../../records/provided/given-record.ts';
import type { KeyedRecord, RecordEditor } from '../../records/record-handler.ts';
import {
  type ControlRequest,
  type ControlResponse,
  type ControlRoutes,
  jsonResponse,
  noContent,
  problemResponse,
  textParameter,
} from '../control-response.ts';

export interface RecordItemOptions {
  /** Undefined if no contract has the collection. */
  readonly openEditor: (collection: string) => RecordEditor | undefined;
  /** The paths that have records now, and those that the contracts declare. */
  readonly collections: () => Promise<readonly string[]>;
  /** The address of the server, for the images that records refer to. */
  readonly origin: () => string;
}

export function recordItemRoutes({ openEditor, collections, origin }: RecordItemOptions): ControlRoutes {
  const shown = ({ key, value }: KeyedRecord): Json => ({ key, value: withOrigin(value, origin()) });
  const withEditor = async (
    request: ControlRequest,
    act: (editor: RecordEditor) => Promise<ControlResponse>,
  ): Promise<ControlResponse> => {
    const name = textParameter(request, 'query.collection') ?? '';
    const editor = openEditor(name);
    if (editor === undefined) return collectionNotFound(name, await collections());
    try {
      return await act(editor);
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      return violationsResponse(error);
    }
  };
  return {
    listRecordItems: async () => {
      const lists = (await collections()).map(async (name) => [name, (await openEditor(name)?.list()) ?? []] as const);
      const entries = (await Promise.all(lists)).map(([name, items]) => [name, items.map(shown)] as const);
      return jsonResponse(200, { collections: Object.fromEntries(entries) });
    },
    createRecordItem: (request) =>
      withEditor(request, async (editor) => jsonResponse(201, shown(await editor.create(request.body ?? null)))),
    replaceRecordItem: (request) =>
      withEditor(request, async (editor) => {
        const replaced = await editor.replace(keyOf(request), request.body ?? null);
        return replaced === undefined ? recordNotFound(request) : jsonResponse(200, shown(replaced));
      }),
    removeRecordItem: (request) =>
      withEditor(request, async (editor) =>
        (await editor.remove(keyOf(request))) ? noContent : recordNotFound(request),
      ),
  };
}

function keyOf(request: ControlRequest): string {
  return textParameter(request, 'query.key') ?? '';
}

function violationsResponse({ violations, detail, fix }: InvalidRecordError): ControlResponse {
  const listed = violations.map(({ path, expected, received }) => ({
    pointer: path.reduce<string>(joinPointer, ''),
    message: `expected ${expected}, got ${received}`,
  }));
  return problemResponse(422, detail, { title: 'Invalid record', fix, violations: listed });
}

function recordNotFound(request: ControlRequest): ControlResponse {
  return problemResponse(404, `record ${quoteText(keyOf(request))}: does not exist`, {
    fix: 'GET /__store/records/items lists the records with their keys.',
  });
}

export function collectionNotFound(name: string, known: readonly string[]): ControlResponse {
  const expected = known.length === 0 ? 'none (the mock server keeps no records)' : `one of ${known.join(', ')}`;
  return problemResponse(404, `collection: expected ${expected}, got ${quoteText(name)}`, {
    fix: 'GET /__store/info lists the collections of each contract.',
  });
}

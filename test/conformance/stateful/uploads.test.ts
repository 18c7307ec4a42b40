/** Files that are uploaded in multipart forms: what is shown of them, and lists of them. */
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { isJsonArray, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { describeErrors, verify } from '../support.ts';
import {
  type DocumentOverrides,
  documents,
  quoteIfNeeded,
  type StoredDocument,
  startDocumentStore,
  type UploadedPart,
} from './document-store.ts';

function keeps(change: (content: Buffer) => Buffer): DocumentOverrides {
  return { keepFile: (file) => ({ ...file, content: change(file.content) }) };
}

const octets = (file: UploadedPart) => file.type === 'application/octet-stream';

/** Decisions that the contract leaves to the implementation. */
const correctStores: readonly (readonly [string, DocumentOverrides])[] = [
  ['does all that the contract says', {}],
  ['shows neither the name nor a digest', { show: ({ name: _name, sha256: _sha256, ...rest }) => rest }],
  ['chooses another name to store the file', { show: (shown) => ({ ...shown, storedAs: '7f3a.bin' }) }],
  [
    'stores images in another form',
    { keepFile: (file) => (octets(file) ? file : { ...file, content: Buffer.from('png') }) },
  ],
  ['has to check the content first', { readContent: () => undefined }],
  ['quotes each cell of a table and writes line feeds', { writeTable: quoted }],
  ['writes other headings', { writeTable: ([, ...rows]) => table([['id', 'Title', 'Type', 'In bytes'], ...rows]) }],
  ['shows the digest in hexadecimal', { show: (shown, { scan }) => ({ ...shown, sha256: hexDigest(scan) }) }],
];

test.concurrent.for(correctStores)('reports no error for a store that %s', async ([, overrides], context) => {
  const baseUrl = await startDocumentStore(context.onTestFinished, overrides);
  const result = await verify({
    contract: documents,
    baseUrl,
    categories: ['lifecycles', 'list-queries', 'form-fields'],
  });
  context.expect(describeErrors(result)).toEqual([]);
});

const faultyStores: readonly (readonly [string, string, DocumentOverrides])[] = [
  [
    'keeps names in lower case',
    'read-returns-written',
    { show: (shown) => ({ ...shown, name: String(shown['name']).toLowerCase() }) },
  ],
  [
    'counts the line end after a file',
    'read-returns-written',
    { show: (shown) => ({ ...shown, size: Number(shown['size']) + 2 }) },
  ],
  ['digests the name', 'read-returns-written', { show: (shown) => ({ ...shown, sha256: 'b3BlbiBzZXNhbWU=' }) }],
  [
    'forgets that a file is an image',
    'read-returns-written',
    { keepFile: (file) => ({ ...file, type: 'application/octet-stream' }) },
  ],
  ['reads bytes as text', 'read-returns-written', keeps((content) => Buffer.from(content.toString()))],
  ['returns other bytes', 'read-returns-written', { readContent: ({ scan }) => scan.content.subarray(0, 255) }],
  ['lists no images', 'list-has-created', { select: (all) => all.filter(({ scan }) => octets(scan)) }],
  ['leaves out the bounds of sizes', 'filter-respected', { select: withoutBounds }],
  ['returns a part of the content from a cache', 'range-respected', { keepsPart: true }],
  ['quotes no cell of a table', 'list-shows-written', { writeTable: table }],
  ['writes other values in a table', 'list-shows-written', { writeTable: (rows) => table(rows.map(withOtherSize)) }],
  ['sends a table without headings', 'body-matches-schema', { writeTable: ([, ...rows]) => table(rows) }],
  ['sorts sizes as text', 'sort-respected', { sort: asText }],
];

test.concurrent.for(faultyStores)('reports a store that %s', async ([, check, overrides], context) => {
  const baseUrl = await startDocumentStore(context.onTestFinished, overrides);
  const { findings } = await verify({
    contract: documents,
    baseUrl,
    categories: ['lifecycles', 'list-queries', 'content-negotiation'],
  });
  const errors = findings.filter(({ severity }) => severity === 'error');
  context.expect(errors.map((finding) => finding.check)).toContain(check);
});

function hexDigest({ content }: UploadedPart): string {
  return createHash('sha256').update(content).digest('hex').toUpperCase();
}

function withoutBounds(all: readonly StoredDocument[], query: URLSearchParams): readonly StoredDocument[] {
  const [from, to] = ['from', 'to'].map((side) => query.get(`size[${side}]`));
  return all.filter(
    ({ scan: { type, content } }) =>
      type === (query.get('mediaType') ?? type) &&
      (from == null || content.length > Number(from)) &&
      (to == null || content.length < Number(to)),
  );
}

function asText(documentsToSort: readonly StoredDocument[], sort: string): readonly StoredDocument[] {
  if (sort === '') return documentsToSort;
  const sorted = documentsToSort.toSorted((a, b) => (`${a.scan.content.length}` < `${b.scan.content.length}` ? -1 : 1));
  return sort.startsWith('-') ? sorted.toReversed() : sorted;
}

test('reports nothing for the mock server', async ({ expect, onTestFinished }) => {
  const mock = await serveMock(documents, { log: () => {} });
  onTestFinished(() => mock.close());
  const { findings } = await verify({
    contract: documents,
    baseUrl: mock.url,
    categories: ['lifecycles', 'list-queries', 'form-fields'],
  });
  expect(findings).toEqual([]);
});

const faultyParts: readonly (readonly [string, string, DocumentOverrides])[] = [
  [
    'keeps the first person',
    'created-is-echoed',
    { keepFacts: (facts) => withPeople(facts, (all) => all.slice(0, 1)) },
  ],
  [
    'checks the first person alone',
    'invalid-rejected',
    { checkedFacts: (facts) => withPeople(facts, (all) => all.slice(0, 1)) },
  ],
  ['ignores multipleOf in a JSON part', 'invalid-rejected', { checkedFacts: ({ rating: _rating, ...rest }) => rest }],
  [
    'knows the headers of parts by their capitals',
    'valid-accepted',
    { rejects: (body) => /^content-disp/m.test(`${body}`) },
  ],
  ['requires the file last', 'valid-accepted', { rejects: beginsWithFile }],
  ['swaps the items of a tuple', 'created-is-echoed', { keepFacts: swapped }],
];

test.concurrent.for(faultyParts)('reports a store that %s', async ([, check, overrides], context) => {
  const baseUrl = await startDocumentStore(context.onTestFinished, overrides);
  const { findings } = await verify({ contract: documents, baseUrl, categories: ['form-fields'] });
  const errors = findings.filter(({ severity }) => severity === 'error');
  context.expect(errors.map((finding) => finding.check)).toContain(check);
});

function withPeople(facts: JsonObject, change: (all: readonly Json[]) => readonly Json[]): JsonObject {
  const { people } = facts;
  return isJsonArray(people) ? { ...facts, people: change(people) } : facts;
}

function swapped(facts: JsonObject): JsonObject {
  const { place } = facts;
  return isJsonArray(place) ? { ...facts, place: place.toReversed() } : facts;
}

function beginsWithFile(body: Buffer): boolean {
  const text = body.toString('latin1');
  return text.indexOf('name="scan"') < text.indexOf('name="facts"');
}

test('reports no error where a sentence of the contract orders the parts', async ({ expect, onTestFinished }) => {
  const baseUrl = await startDocumentStore(onTestFinished, { rejects: beginsWithFile });
  const contract = {
    ...documents,
    operations: documents.operations.map((operation) =>
      operation.id === 'addDocument' ? { ...operation, description: 'The file is the last part.' } : operation,
    ),
  };
  expect(describeErrors(await verify({ contract, baseUrl, categories: ['form-fields'] }))).toEqual([]);
});

function table(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}

function quoted(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
}

function withOtherSize(row: readonly string[], index: number): readonly string[] {
  return index === 0 ? row : [...row.slice(0, -1).map(quoteIfNeeded), '1'];
}

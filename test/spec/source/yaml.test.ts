/** Strings and numbers of YAML 1.2 that other readers interpret differently, and JSON. */
import { describe, expect, it } from 'vitest';
import { loadText } from '../support.ts';

const text = `openapi: 3.1.0
info: {title: T, version: 1.0.0}
x-common: &common
  type: object
  properties: {on: {type: string}, yes: {type: boolean}, n: {type: number}}
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema:
              <<: *common
              required: [on, yes]
            examples:
              odd:
                value: {on: off, yes: no, date: 2020-01-02, time: 12:30:45, octal: 0o17, old: 017, hex: 0x1F, tilde: ~, big: 1_000}
      responses:
        200: {description: ok}
        4XX: {description: wrong}
`;

describe('a document in YAML', () => {
  it('has the strings and numbers of YAML 1.2', async () => {
    const [operation] = (await loadText(text)).operations;
    expect(operation?.requestBody?.content[0]?.examples[0]?.value).toEqual({
      on: 'off',
      yes: 'no',
      date: '2020-01-02',
      time: '12:30:45',
      octal: 15,
      old: 17,
      hex: 31,
      tilde: null,
      big: '1_000',
    });
  });

  it('may have numeric statuses and merge keys', async () => {
    const [operation] = (await loadText(text)).operations;
    const schema = operation?.requestBody?.content[0]?.schema;
    expect(operation?.responses.map(({ status }) => status)).toEqual(['200', '4XX']);
    expect([...(schema?.properties.keys() ?? [])]).toEqual(['on', 'yes', 'n']);
    expect(schema?.required).toEqual(new Set(['on', 'yes']));
  });

  it.each([
    ['a byte order mark', `\uFEFF${text}`],
    ['Windows line ends', text.replaceAll('\n', '\r\n')],
    ['a start and an end of the document', `---\n${text}...\n`],
    ['a directive', `%YAML 1.2\n---\n${text}`],
  ])('is read with %s', async (_what, written) => {
    expect((await loadText(written)).operations.map(({ id }) => id)).toEqual(['POST /a']);
  });
});

describe('a document in JSON', () => {
  const document = {
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { responses: { 200: { description: '\u00fc \ud83c\udf31 "quoted" \\ /' } } } } },
  };

  it.each([
    ['in one line', JSON.stringify(document)],
    ['indented with tabs', JSON.stringify(document, null, '\t')],
    [
      'with a byte order mark and Windows line ends',
      `\uFEFF${JSON.stringify(document, null, 2).replaceAll('\n', '\r\n')}`,
    ],
    ['with escapes', JSON.stringify(document).replace('\u00fc', '\\u00fc').replace('paths', 'p\\u0061ths')],
  ])('is read %s', async (_what, written) => {
    const [operation] = (await loadText(written, {}, 'doc.json')).operations;
    expect(operation?.responses[0]?.description).toBe('\u00fc \ud83c\udf31 "quoted" \\ /');
  });
});

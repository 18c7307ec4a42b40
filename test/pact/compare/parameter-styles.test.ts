/** Object parameters of a pact, by their style: what OpenAPI defines is checked, what it leaves open is not. */
import { describe, expect, test } from 'vitest';
import { document, operationObject, parseDocument } from '../../spec/diff/build-documents.ts';
import { reportedFindings } from './support.ts';

const colour = '{ type: object, properties: { R: { type: integer }, G: { type: number } } }';

async function sendColour(style: string, text: string): Promise<readonly string[]> {
  const parameters = `[{ name: colour, in: path, required: true, ${style}, schema: ${colour} }]`;
  const contract = await parseDocument(document(`{ '/things/{colour}': { get: ${operationObject({ parameters })} } }`));
  return reportedFindings(contract, { request: `GET /things/${text}` });
}

describe('an object in the path', () => {
  test.each([
    ['style: simple, explode: true', 'R=100,G=2.5'],
    ['style: simple, explode: true', 'R=100'],
    ['style: simple, explode: true', 'R=100,other=a%2Cb'],
    ['style: simple', 'R,100,G,2.5'],
    ['style: label, explode: true', '.R=100.G=2'],
    ['style: label', '.R,100,G,2.5'],
    ['style: matrix, explode: true', ';R=100;G=2.5'],
    ['style: matrix', ';colour=R,100,G,2.5'],
  ])('in the declared %s is accepted: %s', async (style, text) => {
    expect(await sendColour(style, text)).toEqual([]);
  });

  test.each([
    ['style: simple, explode: true', 'R=red,G=200'],
    ['style: simple, explode: true', 'R=1.5,G=200'],
    ['style: simple', 'R,red,G,200'],
    ['style: label, explode: true', '.R=red.G=200'],
    ['style: matrix, explode: true', ';R=red;G=200'],
    ['style: matrix', ';colour=R,red,G,200'],
  ])('of the declared %s with an invalid member is reported: %s', async (style, text) => {
    expect(await sendColour(style, text)).toEqual(['error request.path.incompatible path.colour.R']);
  });

  test.each([
    ['style: simple, explode: true', 'R,100,G,200'],
    ['style: simple', 'R=100,G=200'],
    ['style: simple', 'R=100'],
  ])('in another form than the declared %s is reported: %s', async (style, text) => {
    expect(await sendColour(style, text)).toEqual(['error request.path.incompatible path.colour']);
  });
});

const filter = `{ type: object, required: [state], properties: {
  state: { type: string }, size: { type: integer }, range: { type: object, required: [from], properties: { from: { type: integer } } } } }`;

async function sendFilter(query: Readonly<Record<string, readonly string[]>>): Promise<readonly string[]> {
  const parameters = `[{ name: filter, in: query, style: deepObject, explode: true, schema: ${filter} }]`;
  const contract = await parseDocument(document(`{ /things: { get: ${operationObject({ parameters })} } }`));
  return reportedFindings(contract, { request: 'GET /things', query });
}

describe('an object in the style deepObject', () => {
  test.each([
    { 'filter[state]': ['open'], 'filter[range][from]': ['1'] },
    { 'filter[state]': ['open'], 'filter[range]': ['{"from":1}'] },
    { 'filter[state]': ['open'], 'filter[range][from][at]': ['1'] },
    { 'filter[state]': ['open'], 'filter[range].from': ['1'] },
  ])('may have any form below its first level: %o', async (query) => {
    expect(await sendFilter(query)).toEqual([]);
  });

  test('is checked at its first level beside a nested member', async () => {
    expect(await sendFilter({ 'filter[size]': ['big'], 'filter[state]': ['a'], 'filter[range][from]': ['1'] })).toEqual(
      ['error request.query.incompatible query.filter.size'],
    );
    expect(await sendFilter({ 'filter[range][from]': ['1'] })).toEqual([
      'error request.query.incompatible query.filter.state',
    ]);
  });
});

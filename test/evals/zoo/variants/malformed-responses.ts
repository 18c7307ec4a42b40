import { isObject } from '../json.ts';
import { faulty } from '../variant.ts';
import { changesCreateResponse, changesInvalidResponse } from './changes.ts';

/** Answers that say one thing twice, or in a form that HTTP or JSON does not have. */
export const malformedResponses = faulty('basic', [
  {
    name: 'returns-name-twice',
    description: 'It returns the key name twice in one object, as JSON that is put together from two parts.',
    behavior: changesCreateResponse((reply, shown) => ({
      ...reply,
      body: isObject(shown) ? `{"name":${JSON.stringify(shown.name)},${JSON.stringify(shown).slice(1)}` : reply.body,
    })),
  },
  {
    name: 'returns-error-twice',
    description: 'It returns an Error with the key error twice, of which the first is a string.',
    behavior: changesInvalidResponse((reply) => ({
      ...reply,
      body: `{"error":"Bad Request",${reply.body.toString().slice(1)}`,
    })),
  },
  {
    name: 'says-two-media-types',
    description: 'It sends Content-Type twice, once as JSON and once as HTML, as a proxy that adds its own does.',
    behavior: changesCreateResponse((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': ['application/json', 'text/html'] },
    })),
  },
  {
    name: 'says-json-without-type',
    description: 'It labels JSON as "json", which is no media type.',
    behavior: changesCreateResponse((reply) => ({ ...reply, headers: { 'content-type': 'json' } })),
  },
  {
    name: 'says-utf-16',
    description: 'It labels JSON as charset=utf-16 and encodes it in UTF-16, as Encoding.Unicode does.',
    behavior: changesCreateResponse((reply) => ({
      ...reply,
      headers: { 'content-type': 'application/json; charset=utf-16' },
      body: Buffer.from(`\ufeff${reply.body}`, 'utf16le'),
    })),
  },
]);

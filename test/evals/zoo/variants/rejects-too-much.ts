import type { JsonObject } from '../json.ts';
import { RequestError, throwServerError } from '../response.ts';
import type { Plant, PlantStoreBehavior } from '../store.ts';
import { faulty, right } from '../variant.ts';
import { failsOn, type PlantStoreChange } from './changes.ts';

const nameMatches =
  (pattern: RegExp) =>
  ({ name }: Plant): boolean =>
    typeof name === 'string' && pattern.test(name);

/** Valid plants that are not created. */
export const rejectsTooMuch = faulty('basic', [
  {
    name: 'rejects-missing-tag',
    description: 'It rejects a plant without a tag, as if tag were required.',
    behavior: rejectsFields((fields) => fields.tag === undefined),
  },
  {
    name: 'rejects-tag',
    description: 'It rejects a plant with a tag, as a schema of an older version without it does.',
    behavior: rejectsFields((fields) => fields.tag !== undefined),
  },
  {
    name: 'fails-on-missing-tag',
    description: 'It returns 500 where the tag is missing, as body["tag"] raises a KeyError.',
    behavior: failsOn(({ tag }) => tag === undefined, throwServerError),
  },
  {
    name: 'fails-on-emoji',
    description: 'It returns 500 for characters beyond U+FFFF, as a utf8mb3 column in MySQL raises an error.',
    behavior: failsOn(nameMatches(/[\u{10000}-\u{10ffff}]/u), throwServerError),
  },
  {
    name: 'fails-on-non-ascii',
    description: 'It returns 500 for letters beyond ASCII, as Python with an ASCII stream raises UnicodeEncodeError.',
    behavior: failsOn(nameMatches(/[^\0-\x7f]/), throwServerError),
  },
  {
    name: 'fails-on-apostrophe',
    description: 'It returns 500 for a name with an apostrophe, as SQL built by concatenation does.',
    behavior: failsOn(nameMatches(/'/), throwServerError),
  },
  {
    name: 'fails-on-long-name',
    description: 'It returns 500 for a name over 255 characters, as a VARCHAR(255) raises an error.',
    behavior: failsOn(nameMatches(/^.{256}/s), throwServerError),
  },
  {
    name: 'fails-on-empty-name',
    description: 'It returns 500 for an empty name, as name[0].upper() does.',
    behavior: failsOn(({ name }) => name === '', throwServerError),
  },
]);

/** The schema allows properties that it does not name, but does not say so: both ways are common. */
export const rejectsUnspecified = right([
  {
    name: 'rejects-unknown-properties',
    description: 'It rejects a property that it does not know, as FAIL_ON_UNKNOWN_PROPERTIES does.',
    behavior: rejectsFields((fields) => Object.keys(fields).some((key) => !/^(id|name|tag)$/.test(key))),
  },
]);

/** Valid plants that are not created for the way they are written. */
export const rejectsSpellings = faulty('deep', [
  {
    name: 'rejects-other-order',
    description: 'It rejects properties in another order than id, name, tag, as a parser made of one pattern does.',
    behavior: rejectsFields((fields) => {
      const known = Object.keys(fields).filter((key) => /^(id|name|tag)$/.test(key));
      return known.join() !== known.toSorted().join();
    }),
  },
  {
    name: 'rejects-white-space',
    description: 'It rejects JSON with white space between the tokens.',
    behavior: rejectsText((text) => /^\s|[{,:]\s*\n/.test(text)),
  },
  {
    name: 'rejects-charset-parameter',
    description: 'It rejects application/json; charset=utf-8, as a comparison of the whole header does.',
    behavior: rejectsContentType((type) => type.includes(';')),
  },
  {
    name: 'rejects-media-type-in-capitals',
    description: 'It rejects Application/JSON, though media types know no case.',
    behavior: rejectsContentType((type) => /[A-Z]/.test(type.split(';', 1)[0] ?? '')),
  },
  {
    name: 'rejects-chunked-body',
    description: 'It accepts a chunked body for no body, as CGI programs that rely on CONTENT_LENGTH do.',
    behavior: (right) => ({
      readBody: async (request) => {
        const body = await right.readBody(request);
        if (request.headers['content-length'] === undefined) throw new RequestError('no-body', 'There is no body.');
        return body;
      },
    }),
  },
  {
    name: 'rejects-body-in-pieces',
    description: 'It reads only the first piece of a body that arrives in several, as one read() on a socket does.',
    behavior: () => ({ readBody: firstChunk }),
  },
  {
    name: 'rejects-bearer-in-small-letters',
    description: 'It rejects "bearer" in lower case, though schemes know no case (RFC 9110, 11.1).',
    behavior: (right) => ({
      checkCredentials: (request, token) => {
        right.checkCredentials(request, token);
        if (request.headers.authorization?.startsWith('Bearer ')) return;
        throw new RequestError('credentials', 'A Bearer token is required.');
      },
    }),
  },
  {
    name: 'fails-on-nul',
    description: 'It returns 500 for U+0000 in a name, as a TEXT column in PostgreSQL raises an error.',
    behavior: failsOn(nameMatches(/\0/), throwServerError),
  },
]);

async function firstChunk(request: Parameters<PlantStoreBehavior['readBody']>[0]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return chunks[0] ?? Buffer.from('');
}

function rejectsFields(matches: (fields: JsonObject) => boolean): PlantStoreChange {
  return (right) => ({
    readFields: (value) => {
      const fields = right.readFields(value);
      if (matches(fields)) throw new RequestError('tag', 'The properties are not those that are expected.');
      return fields;
    },
  });
}

function rejectsText(matches: (text: string) => boolean): PlantStoreChange {
  return (right) => ({
    parse: (text) => {
      if (matches(text)) throw new RequestError('syntax', 'The body is not JSON.');
      return right.parse(text);
    },
  });
}

function rejectsContentType(matches: (contentType: string) => boolean): PlantStoreChange {
  return (right) => ({
    checkMediaType: (request) => {
      right.checkMediaType(request);
      if (matches(request.headers['content-type'] ?? '')) {
        throw new RequestError('media-type', 'The body has to be sent as application/json.');
      }
    },
  });
}

import { crash, Refusal } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { Behaviour, Plant } from '../store.ts';
import { faulty, right } from '../variant.ts';
import { type Change, failsOn } from './changes.ts';

const nameMatches =
  (pattern: RegExp) =>
  ({ name }: Plant): boolean =>
    typeof name === 'string' && pattern.test(name);

/** Valid plants that are not created. */
export const refusesTooMuch = faulty('basic', [
  {
    name: 'refuses-missing-tag',
    what: 'It refuses a plant without a tag, as if tag were required.',
    behaviour: refusesFields((fields) => fields.tag === undefined),
  },
  {
    name: 'refuses-tag',
    what: 'It refuses a plant with a tag, as a schema of an older version without it does.',
    behaviour: refusesFields((fields) => fields.tag !== undefined),
  },
  {
    name: 'fails-on-missing-tag',
    what: 'It answers 500 where the tag is missing, as body["tag"] raises a KeyError.',
    behaviour: failsOn(({ tag }) => tag === undefined, crash),
  },
  {
    name: 'fails-on-emoji',
    what: 'It answers 500 for characters beyond U+FFFF, as a utf8mb3 column in MySQL raises an error.',
    behaviour: failsOn(nameMatches(/[\u{10000}-\u{10ffff}]/u), crash),
  },
  {
    name: 'fails-on-non-ascii',
    what: 'It answers 500 for letters beyond ASCII, as Python with an ASCII stream raises UnicodeEncodeError.',
    behaviour: failsOn(nameMatches(/[^\0-\x7f]/), crash),
  },
  {
    name: 'fails-on-apostrophe',
    what: 'It answers 500 for a name with an apostrophe, as SQL built by concatenation does.',
    behaviour: failsOn(nameMatches(/'/), crash),
  },
  {
    name: 'fails-on-long-name',
    what: 'It answers 500 for a name over 255 characters, as a VARCHAR(255) raises an error.',
    behaviour: failsOn(nameMatches(/^.{256}/s), crash),
  },
  {
    name: 'fails-on-empty-name',
    what: 'It answers 500 for an empty name, as name[0].upper() does.',
    behaviour: failsOn(({ name }) => name === '', crash),
  },
]);

/** The schema allows properties that it does not name, but does not say so: both ways are common. */
export const refusesUnnamed = right([
  {
    name: 'refuses-unknown-properties',
    what: 'It refuses a property that it does not know, as FAIL_ON_UNKNOWN_PROPERTIES does.',
    behaviour: refusesFields((fields) => Object.keys(fields).some((key) => !/^(id|name|tag)$/.test(key))),
  },
]);

/** Valid plants that are not created for the way they are written. */
export const refusesWriting = faulty('deep', [
  {
    name: 'refuses-other-order',
    what: 'It refuses properties in another order than id, name, tag, as a parser made of one pattern does.',
    behaviour: refusesFields((fields) => {
      const known = Object.keys(fields).filter((key) => /^(id|name|tag)$/.test(key));
      return known.join() !== known.toSorted().join();
    }),
  },
  {
    name: 'refuses-white-space',
    what: 'It refuses JSON with white space between the tokens.',
    behaviour: refusesText((text) => /^\s|[{,:]\s*\n/.test(text)),
  },
  {
    name: 'refuses-charset-parameter',
    what: 'It refuses application/json; charset=utf-8, as a comparison of the whole header does.',
    behaviour: refusesContentType((type) => type.includes(';')),
  },
  {
    name: 'refuses-media-type-in-capitals',
    what: 'It refuses Application/JSON, though media types know no case.',
    behaviour: refusesContentType((type) => /[A-Z]/.test(type.split(';', 1)[0] ?? '')),
  },
  {
    name: 'refuses-chunked-body',
    what: 'It takes a chunked body for no body, as CGI programs that rely on CONTENT_LENGTH do.',
    behaviour: (right) => ({
      readBody: async (request) => {
        const body = await right.readBody(request);
        if (request.headers['content-length'] === undefined)
          throw new Refusal('no-body', 'There is no body.');
        return body;
      },
    }),
  },
  {
    name: 'refuses-body-in-pieces',
    what: 'It reads only the first piece of a body that arrives in several, as one read() on a socket does.',
    behaviour: () => ({ readBody: firstChunk }),
  },
  {
    name: 'refuses-bearer-in-small-letters',
    what: 'It refuses "bearer" in small letters, though schemes know no case (RFC 9110, 11.1).',
    behaviour: (right) => ({
      checkCredentials: (request, token) => {
        right.checkCredentials(request, token);
        if (request.headers.authorization?.startsWith('Bearer ')) return;
        throw new Refusal('credentials', 'A Bearer token is required.');
      },
    }),
  },
  {
    name: 'fails-on-nul',
    what: 'It answers 500 for U+0000 in a name, as a TEXT column in PostgreSQL raises an error.',
    behaviour: failsOn(nameMatches(/\0/), crash),
  },
]);

async function firstChunk(request: Parameters<Behaviour['readBody']>[0]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return chunks[0] ?? Buffer.from('');
}

function refusesFields(matches: (fields: JsonObject) => boolean): Change {
  return (right) => ({
    readFields: (value) => {
      const fields = right.readFields(value);
      if (matches(fields)) throw new Refusal('tag', 'The properties are not those that are expected.');
      return fields;
    },
  });
}

function refusesText(matches: (text: string) => boolean): Change {
  return (right) => ({
    parse: (text) => {
      if (matches(text)) throw new Refusal('syntax', 'The body is not JSON.');
      return right.parse(text);
    },
  });
}

function refusesContentType(matches: (contentType: string) => boolean): Change {
  return (right) => ({
    checkMediaType: (request) => {
      right.checkMediaType(request);
      if (matches(request.headers['content-type'] ?? '')) {
        throw new Refusal('media-type', 'The body has to be sent as application/json.');
      }
    },
  });
}

import { isObject, type Json, JsonNumber } from '../json.ts';
import { htmlResponse, jsonResponse } from '../response.ts';
import { faulty } from '../variant.ts';
import { changesCreateResponse, type PlantStoreChange, returnsName } from './changes.ts';

/** Plants that are created and announced in another way than the contract says. */
export const wrongSuccesses = faulty('basic', [
  {
    name: 'returns-201',
    description: 'It returns 201, as REST textbooks recommend.',
    behavior: withStatus(201),
  },
  {
    name: 'returns-202',
    description: 'It returns 202, as a server with a queue does.',
    behavior: withStatus(202),
  },
  {
    name: 'returns-203',
    description: 'It returns 203, as a proxy that changes responses does.',
    behavior: withStatus(203),
  },
  {
    name: 'returns-204',
    description: 'It returns 204 without a body.',
    behavior: changesCreateResponse(() => ({ status: 204, headers: {}, body: '' })),
  },
  {
    name: 'returns-303',
    description: 'It returns 303 to the address of the plant, as forms do after a POST.',
    behavior: changesCreateResponse(() => ({ status: 303, headers: { location: '/plants/1' }, body: '' })),
  },
  {
    name: 'returns-empty-body',
    description: 'It returns 200 with a body of no bytes.',
    behavior: changesCreateResponse((reply) => ({ ...reply, body: '' })),
  },
  {
    name: 'returns-html-page',
    description: 'It returns 200 with a page in HTML, as a single-page application at every address does.',
    behavior: changesCreateResponse(() => htmlResponse(200, 'Plant Store')),
  },
  {
    name: 'returns-xml',
    description: 'It returns XML, as Spring with Jackson’s XML module does for some Accept headers.',
    behavior: changesCreateResponse((_reply, shown) => ({
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: `<Plant>${fieldsOf(shown)
        .map(([key, value]) => `<${key}>${String(value)}</${key}>`)
        .join('')}</Plant>`,
    })),
  },
  {
    name: 'says-html',
    description: 'It labels JSON as text/html, as PHP does by default.',
    behavior: withType('text/html; charset=UTF-8'),
  },
  {
    name: 'says-text',
    description: 'It labels JSON as text/plain, as Go’s net/http guesses.',
    behavior: withType('text/plain; charset=utf-8'),
  },
  {
    name: 'says-octet-stream',
    description: 'It labels JSON as application/octet-stream.',
    behavior: withType('application/octet-stream'),
  },
  {
    name: 'says-hal',
    description: 'It labels JSON as application/hal+json, as Spring HATEOAS does.',
    behavior: withType('application/hal+json'),
  },
  {
    name: 'says-no-media-type',
    description: 'It returns JSON without a content type.',
    behavior: changesCreateResponse((reply) => ({ ...reply, headers: {} })),
  },
  {
    name: 'returns-cut-json',
    description: 'It omits the last brace of the JSON.',
    behavior: withText((text) => text.slice(0, -1)),
  },
  {
    name: 'returns-text-after-json',
    description: 'It appends a warning to the JSON, as PHP prints one.',
    behavior: withText((text) => `${text}\nWarning: Undefined array key "tag" in /srv/plants.php on line 12`),
  },
  {
    name: 'returns-text-before-json',
    description: "It writes )]}' before the JSON, as Angular’s protection from XSSI does.",
    behavior: withText((text) => `)]}',\n${text}`),
  },
  {
    name: 'returns-python-repr',
    description: 'It returns single quotes, as str() of a dict in Python does.',
    behavior: withText((text) => text.replaceAll('"', "'")),
  },
  {
    name: 'returns-two-documents',
    description: 'It returns the JSON twice, as a handler without a return does.',
    behavior: withText((text) => text + text),
  },
  {
    name: 'returns-json-in-string',
    description: 'It returns a JSON string that contains the JSON, as serialising twice in ASP.NET does.',
    behavior: withText((text) => JSON.stringify(text)),
  },
  {
    name: 'joins-json-by-hand',
    description: 'It puts the JSON together without escaping, so that a quote in the name breaks it.',
    behavior: changesCreateResponse((reply, shown) => ({
      ...reply,
      body: `{${fieldsOf(shown)
        .map(([key, value]) => `"${key}":"${String(value)}"`)
        .join(',')}}`,
    })),
  },
  {
    name: 'returns-latin-1',
    description: 'It writes the body in Latin-1, so that accents are not UTF-8.',
    behavior: changesCreateResponse((reply) => ({
      ...reply,
      body: Buffer.from(reply.body.toString(), 'latin1'),
    })),
  },
  {
    name: 'returns-utf-16',
    description: 'It writes the body in UTF-16, as Encoding.Unicode in .NET does.',
    behavior: changesCreateResponse((reply) => ({
      ...reply,
      body: Buffer.from(reply.body.toString(), 'utf16le'),
    })),
  },
  {
    name: 'wraps-plant',
    description: 'It returns the plant under "data", as Laravel’s resources do.',
    behavior: withBody((plant) => ({ data: plant })),
  },
  {
    name: 'lists-plant',
    description: 'It returns a list with the one plant.',
    behavior: withBody((plant) => [plant]),
  },
  { name: 'returns-null', description: 'It returns null.', behavior: withBody(() => null) },
  { name: 'returns-true', description: 'It returns true.', behavior: withBody(() => true) },
  {
    name: 'returns-success-flag',
    description: 'It returns {"success":true} and no plant.',
    behavior: withBody(() => ({ success: true })),
  },
  {
    name: 'returns-only-id',
    description: 'It returns only with an id, as INSERT ... RETURNING id gives it.',
    behavior: withBody(() => ({ id: new JsonNumber(1) })),
  },
  {
    name: 'capitalises-keys',
    description: 'It returns Name and Tag, as Go structs without json tags do.',
    behavior: withBody((plant) =>
      Object.fromEntries(fieldsOf(plant).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value])),
    ),
  },
  {
    name: 'lists-name',
    description: 'It returns the name in a list.',
    behavior: returnsName((name) => [name]),
  },
  {
    name: 'returns-name-by-language',
    description: 'It returns an object of names by language.',
    behavior: returnsName((name) => ({ en: name })),
  },
  { name: 'returns-null-name', description: 'It returns a name of null.', behavior: returnsName(() => null) },
  {
    name: 'returns-error-with-200',
    description: 'It creates the plant and returns 200 with an Error object.',
    behavior: withBody(() => ({ error: new JsonNumber(0), message: 'OK' })),
  },
]);

/** Bodies whose fault only some parsers or some names show. */
export const rareSuccesses = faulty('deep', [
  {
    name: 'returns-byte-order-mark',
    description: 'It begins the body with a byte order mark, which RFC 8259 forbids, as PHP files saved with one do.',
    behavior: withText((text) => `\ufeff${text}`),
  },
  {
    name: 'returns-number-for-digits',
    description: 'It returns a number where the name is made of digits, as JSON_NUMERIC_CHECK does.',
    behavior: returnsName((name) => (/^[1-9]\d*$/.test(name) ? new JsonNumber(name) : name)),
  },
  {
    name: 'returns-literal-for-word',
    description: 'It returns true, false or null where the name is that word, as a YAML database does.',
    behavior: returnsName((name) => (name === 'null' ? null : /^(true|false)$/.test(name) ? name === 'true' : name)),
  },
]);

function withStatus(status: number): PlantStoreChange {
  return changesCreateResponse((reply) => ({ ...reply, status }));
}

function withType(type: string): PlantStoreChange {
  return changesCreateResponse((reply) => ({ ...reply, headers: { 'content-type': type } }));
}

function withText(change: (text: string) => string): PlantStoreChange {
  return changesCreateResponse((reply) => ({ ...reply, body: change(reply.body.toString()) }));
}

function withBody(change: (shown: Json) => Json): PlantStoreChange {
  return changesCreateResponse((reply, shown) => jsonResponse(reply.status, change(shown)));
}

function fieldsOf(shown: Json): readonly (readonly [string, Json])[] {
  return isObject(shown) ? Object.entries(shown) : [];
}

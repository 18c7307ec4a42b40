import { htmlReply, jsonReply } from '../exchange.ts';
import { isObject, type Json, JsonNumber } from '../json.ts';
import { faulty } from '../variant.ts';
import { answersCreated, type Change, showsName } from './changes.ts';

/** Plants that are created and announced in another way than the contract says. */
export const wrongSuccesses = faulty('basic', [
  { name: 'answers-201', what: 'It answers 201, as REST textbooks have it.', behaviour: withStatus(201) },
  {
    name: 'answers-202',
    what: 'It answers 202, as a store behind a queue does.',
    behaviour: withStatus(202),
  },
  {
    name: 'answers-203',
    what: 'It answers 203, as a proxy that changes answers does.',
    behaviour: withStatus(203),
  },
  {
    name: 'answers-204',
    what: 'It answers 204 without a body.',
    behaviour: answersCreated(() => ({ status: 204, headers: {}, body: '' })),
  },
  {
    name: 'answers-303',
    what: 'It answers 303 to the address of the plant, as forms do after a POST.',
    behaviour: answersCreated(() => ({ status: 303, headers: { location: '/plants/1' }, body: '' })),
  },
  {
    name: 'answers-empty-body',
    what: 'It answers 200 with a body of no bytes.',
    behaviour: answersCreated((reply) => ({ ...reply, body: '' })),
  },
  {
    name: 'answers-html-page',
    what: 'It answers 200 with a page in HTML, as a single-page application at every address does.',
    behaviour: answersCreated(() => htmlReply(200, 'Plant Store')),
  },
  {
    name: 'answers-xml',
    what: 'It answers in XML, as Spring with Jackson’s XML module does for some Accept headers.',
    behaviour: answersCreated((_reply, shown) => ({
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: `<Plant>${fieldsOf(shown)
        .map(([key, value]) => `<${key}>${String(value)}</${key}>`)
        .join('')}</Plant>`,
    })),
  },
  {
    name: 'says-html',
    what: 'It labels JSON as text/html, as PHP does by default.',
    behaviour: withType('text/html; charset=UTF-8'),
  },
  {
    name: 'says-text',
    what: 'It labels JSON as text/plain, as Go’s net/http guesses.',
    behaviour: withType('text/plain; charset=utf-8'),
  },
  {
    name: 'says-octet-stream',
    what: 'It labels JSON as application/octet-stream.',
    behaviour: withType('application/octet-stream'),
  },
  {
    name: 'says-hal',
    what: 'It labels JSON as application/hal+json, as Spring HATEOAS does.',
    behaviour: withType('application/hal+json'),
  },
  {
    name: 'says-no-media-type',
    what: 'It answers JSON without a content type.',
    behaviour: answersCreated((reply) => ({ ...reply, headers: {} })),
  },
  {
    name: 'answers-cut-json',
    what: 'It leaves out the last brace of the JSON.',
    behaviour: withText((text) => text.slice(0, -1)),
  },
  {
    name: 'answers-text-after-json',
    what: 'It lets a warning follow the JSON, as PHP prints one.',
    behaviour: withText(
      (text) => `${text}\nWarning: Undefined array key "tag" in /srv/plants.php on line 12`,
    ),
  },
  {
    name: 'answers-text-before-json',
    what: "It guards the JSON with )]}', as Angular’s protection from XSSI does.",
    behaviour: withText((text) => `)]}',\n${text}`),
  },
  {
    name: 'answers-python-repr',
    what: 'It answers with single quotes, as str() of a dict in Python does.',
    behaviour: withText((text) => text.replaceAll('"', "'")),
  },
  {
    name: 'answers-two-documents',
    what: 'It answers with the JSON twice, as a handler without a return does.',
    behaviour: withText((text) => text + text),
  },
  {
    name: 'answers-json-in-string',
    what: 'It answers a JSON string that contains the JSON, as serialising twice in ASP.NET does.',
    behaviour: withText((text) => JSON.stringify(text)),
  },
  {
    name: 'joins-json-by-hand',
    what: 'It puts the JSON together without escaping, so that a quote in the name breaks it.',
    behaviour: answersCreated((reply, shown) => ({
      ...reply,
      body: `{${fieldsOf(shown)
        .map(([key, value]) => `"${key}":"${String(value)}"`)
        .join(',')}}`,
    })),
  },
  {
    name: 'answers-latin-1',
    what: 'It writes the body in Latin-1, so that accents are no UTF-8.',
    behaviour: answersCreated((reply) => ({ ...reply, body: Buffer.from(reply.body.toString(), 'latin1') })),
  },
  {
    name: 'answers-utf-16',
    what: 'It writes the body in UTF-16, as Encoding.Unicode in .NET does.',
    behaviour: answersCreated((reply) => ({ ...reply, body: Buffer.from(reply.body.toString(), 'utf16le') })),
  },
  {
    name: 'wraps-plant',
    what: 'It answers the plant under "data", as Laravel’s resources do.',
    behaviour: withBody((plant) => ({ data: plant })),
  },
  {
    name: 'lists-plant',
    what: 'It answers a list with the one plant.',
    behaviour: withBody((plant) => [plant]),
  },
  { name: 'answers-null', what: 'It answers null.', behaviour: withBody(() => null) },
  { name: 'answers-true', what: 'It answers true.', behaviour: withBody(() => true) },
  {
    name: 'answers-success-flag',
    what: 'It answers {"success":true} and no plant.',
    behaviour: withBody(() => ({ success: true })),
  },
  {
    name: 'answers-only-id',
    what: 'It answers only with an id, as INSERT ... RETURNING id gives it.',
    behaviour: withBody(() => ({ id: new JsonNumber(1) })),
  },
  {
    name: 'capitalises-keys',
    what: 'It answers Name and Tag, as Go structs without json tags do.',
    behaviour: withBody((plant) =>
      Object.fromEntries(
        fieldsOf(plant).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]),
      ),
    ),
  },
  { name: 'lists-name', what: 'It answers with the name in a list.', behaviour: showsName((name) => [name]) },
  {
    name: 'answers-name-by-language',
    what: 'It answers with an object of names by language.',
    behaviour: showsName((name) => ({ en: name })),
  },
  { name: 'answers-null-name', what: 'It answers a name of null.', behaviour: showsName(() => null) },
  {
    name: 'answers-error-with-200',
    what: 'It creates the plant and answers 200 with an Error object.',
    behaviour: withBody(() => ({ error: new JsonNumber(0), message: 'OK' })),
  },
]);

/** Bodies whose fault only some parsers or some names show. */
export const rareSuccesses = faulty('deep', [
  {
    name: 'answers-byte-order-mark',
    what: 'It begins the body with a byte order mark, which RFC 8259 forbids, as PHP files saved with one do.',
    behaviour: withText((text) => `\ufeff${text}`),
  },
  {
    name: 'answers-number-for-digits',
    what: 'It answers a number where the name is made of digits, as JSON_NUMERIC_CHECK does.',
    behaviour: showsName((name) => (/^[1-9]\d*$/.test(name) ? new JsonNumber(name) : name)),
  },
  {
    name: 'answers-literal-for-word',
    what: 'It answers true, false or null where the name is that word, as a YAML store does.',
    behaviour: showsName((name) =>
      name === 'null' ? null : /^(true|false)$/.test(name) ? name === 'true' : name,
    ),
  },
]);

function withStatus(status: number): Change {
  return answersCreated((reply) => ({ ...reply, status }));
}

function withType(type: string): Change {
  return answersCreated((reply) => ({ ...reply, headers: { 'content-type': type } }));
}

function withText(change: (text: string) => string): Change {
  return answersCreated((reply) => ({ ...reply, body: change(reply.body.toString()) }));
}

function withBody(change: (shown: Json) => Json): Change {
  return answersCreated((reply, shown) => jsonReply(reply.status, change(shown)));
}

function fieldsOf(shown: Json): readonly (readonly [string, Json])[] {
  return isObject(shown) ? Object.entries(shown) : [];
}

import { JsonNumber, type JsonObject } from '../json.ts';
import { faulty, seenIn } from '../variant.ts';
import { acceptsId, fixesJson } from './changes.ts';

/** Unusual things in a body that come through although they are invalid. */
export const lenientSyntax = faulty('deep', [
  {
    name: 'takes-comments',
    description: 'It accepts JSON with comments, as System.Text.Json with ReadCommentHandling.Skip does.',
    behavior: fixesJson((text) => text.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')),
  },
  {
    name: 'takes-unquoted-keys',
    description: 'It accepts JSON with property names that are not quoted, as a YAML or JSON5 parser does.',
    behavior: fixesJson((text) => text.replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')),
  },
  {
    name: 'takes-nan',
    description: 'It accepts NaN and Infinity in JSON, as the json module of Python does.',
    behavior: fixesJson((text) => text.replace(/:\s*(NaN|-?Infinity)\b/g, ':null')),
  },
  {
    name: 'takes-leading-zeros',
    description: 'It accepts 007 as a number, as ALLOW_LEADING_ZEROS_FOR_NUMBERS does.',
    behavior: fixesJson((text) => text.replace(/:(\s*-?)0+(?=\d)/g, ':$1')),
    ...seenIn('C#', 'Json.NET reads 011 as an octal number', 'JamesNK/Newtonsoft.Json#1057'),
  },
  {
    name: 'takes-raw-control-characters',
    description: 'It accepts raw tabs and line feeds inside of strings, as Gson does.',
    behavior: fixesJson((text) => text.replaceAll('\t', '\\t').replaceAll('\n', '\\n')),
    ...seenIn('Java', 'Gson accepts unescaped control characters', 'google/gson#2295'),
  },
  {
    name: 'takes-broken-utf-8',
    description: 'It accepts bytes that are not UTF-8 and puts U+FFFD in their place, as most decoders do by default.',
    behavior: () => ({ decode: (body) => body.toString('utf8') }),
  },
  {
    name: 'takes-keys-in-any-case',
    description: 'It accepts ID and Name for id and name, as encoding/json in Go does.',
    behavior: (right) => ({
      readFields: (value) =>
        Object.fromEntries(Object.entries(right.readFields(value)).map(([key, field]) => [key.toLowerCase(), field])),
    }),
    ...seenIn('Go', 'encoding/json ignores the case of names', 'golang/go#14750'),
  },
  {
    name: 'takes-fields-through-proto',
    description: 'It finds id and name in a __proto__ object, as Object.assign({}, body) makes them appear.',
    behavior: (right) => ({ readFields: (value) => Object.assign({}, right.readFields(value)) }),
  },
  {
    name: 'takes-empty-object',
    description: 'It creates a default plant from {}, as a constructor whose parameters all have defaults does.',
    behavior: (right) => ({
      readFields: (value) => {
        const fields = right.readFields(value);
        return Object.keys(fields).length === 0 ? { id: new JsonNumber(0), name: '' } : fields;
      },
    }),
  },
  {
    name: 'takes-form-body',
    description: 'It accepts id and name from a urlencoded form, as $_POST and Spring’s @ModelAttribute do.',
    behavior: (right) => ({
      checkMediaType: (request) => {
        if (!isForm(request.headers['content-type'])) right.checkMediaType(request);
      },
      readBody: async (request) => {
        const body = await right.readBody(request);
        return isForm(request.headers['content-type']) ? Buffer.from(JSON.stringify(formOf(body))) : body;
      },
    }),
  },
  {
    name: 'takes-infinite-id',
    description: 'It accepts 1e400 as an id, as it becomes Infinity in a double, whose typeof is number.',
    behavior: acceptsId((value) => value instanceof JsonNumber && !Number.isFinite(Number(value.source))),
  },
]);

function formOf(body: Buffer): JsonObject {
  const { id, ...fields } = Object.fromEntries(new URLSearchParams(body.toString()));
  return id !== undefined && /^-?\d{1,18}$/.test(id) ? { ...fields, id: new JsonNumber(BigInt(id)) } : fields;
}

function isForm(contentType = ''): boolean {
  return contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');
}

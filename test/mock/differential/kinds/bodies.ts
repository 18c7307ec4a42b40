/** Bodies that break the contract, or cannot be read. */

import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { isJsonType } from '../../../../spec/model/contract.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Random } from '../random.ts';
import { BOUNDARY, type Twin } from '../twin.ts';
import { type Kind, withHeader } from './kind.ts';

const wrongValues: readonly Json[] = [null, true, 7.5, 'x'.repeat(60), -1, 'seven', [], {}, '', '2026-13-40'];

export const bodyKinds: readonly Kind[] = [
  { name: 'a required property missing', demands: 4, make: withoutRequired },
  { name: 'a property of the wrong kind', demands: 4, make: withWrongProperty },
  {
    name: 'a JSON body of another type',
    demands: 4,
    make: (twin, random) => replaced(twin, random.pick(['text', 7, [1], true])),
  },
  { name: 'a JSON body that is null', demands: 4, make: (twin) => replaced(twin, null) },
  {
    name: 'a JSON body that is false, 0 or ""',
    demands: 4,
    make: (twin, random) => replaced(twin, random.pick([false, 0, ''])),
  },
  { name: 'null where it is allowed', demands: 2, make: (twin) => allowed(twin, null) },
  { name: 'an empty text where it is allowed', demands: 2, make: (twin) => allowed(twin, '') },
  { name: 'no body where one is required', demands: 4, make: withoutBody },
  { name: 'an integer beyond int64', demands: 4, make: beyondInt64 },
  {
    name: 'broken JSON',
    demands: 4,
    isRisky: true,
    make: (twin, random) => broken(twin, random.pick(['{"a":', '{a:1}', '[1,]', '\n '])),
  },
  {
    name: 'invalid UTF-8',
    demands: 4,
    make: (twin) =>
      hasJson(twin) ? { ...twin, bytes: Buffer.from('{"kind":"oak\xff"}', 'latin1') } : undefined,
  },
  {
    name: 'an undeclared media type',
    demands: 4,
    make: (twin, random) => typed(twin, random.pick(['text/csv', 'image/png', 'application/x-yaml'])),
  },
  { name: 'no media type', demands: 4, make: (twin) => typed(twin, undefined) },
  { name: 'a media type that is none', demands: 4, isRisky: true, make: (twin) => typed(twin, 'garbage') },
  {
    name: 'a compressed body',
    demands: 4,
    make: (twin) => (hasJson(twin) ? withHeader(twin, 'Content-Encoding', 'gzip') : undefined),
  },
  {
    name: 'a form with broken percent-encoding',
    demands: 4,
    isRisky: true,
    make: (twin) =>
      twin.type?.endsWith('urlencoded') === true ? { ...twin, bytes: Buffer.from('%E0%A4%A=1') } : undefined,
  },
  {
    name: 'a part without a name',
    demands: 4,
    isRisky: true,
    make: (twin) =>
      twin.type?.startsWith('multipart/') === true
        ? {
            ...twin,
            bytes: Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\n1\r\n--${BOUNDARY}--`),
          }
        : undefined,
  },
];

function hasJson({ type, value }: Twin): boolean {
  return isJsonType(type ?? '') && value !== undefined;
}

function schemaOf({ operation, type }: Twin) {
  return operation.requestBody?.content.find(({ range }) => range === type)?.schema;
}

/** Only what our validator, which has a differential of its own, calls invalid. */
function invalid(twin: Twin, value: Json): Twin | undefined {
  const schema = schemaOf(twin);
  return schema === undefined || isValid(schema, value, 'request') ? undefined : { ...twin, value };
}

function withoutRequired(twin: Twin, random: Random): Twin | undefined {
  const required = [...(schemaOf(twin)?.required ?? [])];
  if (required.length === 0 || !isJsonObject(twin.value)) return undefined;
  const gone = random.pick(required);
  return invalid(twin, Object.fromEntries(Object.entries(twin.value).filter(([name]) => name !== gone)));
}

function withWrongProperty(twin: Twin, random: Random): Twin | undefined {
  const names = [...(schemaOf(twin)?.properties.keys() ?? [])];
  if (names.length === 0 || !isJsonObject(twin.value) || !isJsonType(twin.type ?? '')) return undefined;
  return invalid(twin, { ...twin.value, [random.pick(names)]: random.pick(wrongValues) });
}

function replaced(twin: Twin, value: Json): Twin | undefined {
  return hasJson(twin) ? invalid(twin, value) : undefined;
}

function allowed(twin: Twin, value: Json): Twin | undefined {
  const schema = schemaOf(twin);
  const isAllowed = hasJson(twin) && schema !== undefined && isValid(schema, value, 'request');
  return isAllowed ? { ...twin, value } : undefined;
}

function withoutBody(twin: Twin): Twin | undefined {
  return twin.operation.requestBody?.required === true ? { ...twin, value: undefined } : undefined;
}

function beyondInt64(twin: Twin): Twin | undefined {
  const [name] = [...(schemaOf(twin)?.properties ?? [])].find(([, part]) => part.format === 'int64') ?? [];
  if (name === undefined || !isJsonObject(twin.value) || !hasJson(twin)) return undefined;
  const value: JsonObject = { ...twin.value, [name]: 9223372036854775808n };
  return invalid(twin, value);
}

function broken(twin: Twin, text: string): Twin | undefined {
  return hasJson(twin) ? { ...twin, bytes: Buffer.from(text) } : undefined;
}

function typed(twin: Twin, type: string | undefined): Twin | undefined {
  return hasJson(twin) ? { ...twin, type, bytes: Buffer.from(JSON.stringify(twin.value)) } : undefined;
}

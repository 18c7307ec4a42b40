/** Invalid and malformed bodies. */

import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { isJsonType } from '../../../../spec/model/contract.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { type BaselineParts, BOUNDARY } from '../baseline-request.ts';
import type { Random } from '../random.ts';
import { type ProbeKind, withProbeHeader } from './kind.ts';

const wrongValues: readonly Json[] = [null, true, 7.5, 'x'.repeat(60), -1, 'seven', [], {}, '', '2026-13-40'];

export const bodyKinds: readonly ProbeKind[] = [
  { name: 'a missing required property', expectedStatus: 4, make: withoutRequired },
  { name: 'a property of a wrong type', expectedStatus: 4, make: withWrongProperty },
  {
    name: 'a JSON body of another type',
    expectedStatus: 4,
    make: (baseline, random) => replaced(baseline, random.pick(['text', 7, [1], true])),
  },
  { name: 'a JSON body that is null', expectedStatus: 4, make: (baseline) => replaced(baseline, null) },
  {
    name: 'a JSON body that is false, 0 or ""',
    expectedStatus: 4,
    make: (baseline, random) => replaced(baseline, random.pick([false, 0, ''])),
  },
  { name: 'an allowed null', expectedStatus: 2, make: (baseline) => allowed(baseline, null) },
  { name: 'an allowed empty string', expectedStatus: 2, make: (baseline) => allowed(baseline, '') },
  { name: 'a missing required body', expectedStatus: 4, make: withoutBody },
  { name: 'an integer beyond int64', expectedStatus: 4, make: beyondInt64 },
  {
    name: 'broken JSON',
    expectedStatus: 4,
    isRisky: true,
    make: (baseline, random) => broken(baseline, random.pick(['{"a":', '{a:1}', '[1,]', '\n '])),
  },
  {
    name: 'invalid UTF-8',
    expectedStatus: 4,
    make: (baseline) =>
      hasJson(baseline) ? { ...baseline, bytes: Buffer.from('{"kind":"oak\xff"}', 'latin1') } : undefined,
  },
  {
    name: 'an undeclared media type',
    expectedStatus: 4,
    make: (baseline, random) => typed(baseline, random.pick(['text/csv', 'image/png', 'application/x-yaml'])),
  },
  { name: 'no media type', expectedStatus: 4, make: (baseline) => typed(baseline, undefined) },
  {
    name: 'an invalid media type',
    expectedStatus: 4,
    isRisky: true,
    make: (baseline) => typed(baseline, 'garbage'),
  },
  {
    name: 'a compressed body',
    expectedStatus: 4,
    make: (baseline) => (hasJson(baseline) ? withProbeHeader(baseline, 'Content-Encoding', 'gzip') : undefined),
  },
  {
    name: 'a form with invalid percent-encoding',
    expectedStatus: 4,
    isRisky: true,
    make: (baseline) =>
      baseline.type?.endsWith('urlencoded') === true ? { ...baseline, bytes: Buffer.from('%E0%A4%A=1') } : undefined,
  },
  {
    name: 'a part without a name',
    expectedStatus: 4,
    isRisky: true,
    make: (baseline) =>
      baseline.type?.startsWith('multipart/') === true
        ? {
            ...baseline,
            bytes: Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\n1\r\n--${BOUNDARY}--`),
          }
        : undefined,
  },
];

function hasJson({ type, value }: BaselineParts): boolean {
  return isJsonType(type ?? '') && value !== undefined;
}

function schemaOf({ operation, type }: BaselineParts) {
  return operation.requestBody?.content.find(({ range }) => range === type)?.schema;
}

/** Only bodies that are invalid for our validator, which has its own differential. */
function invalid(baseline: BaselineParts, value: Json): BaselineParts | undefined {
  const schema = schemaOf(baseline);
  return schema === undefined || isValid(schema, value, 'request') ? undefined : { ...baseline, value };
}

function withoutRequired(baseline: BaselineParts, random: Random): BaselineParts | undefined {
  const required = [...(schemaOf(baseline)?.required ?? [])];
  if (required.length === 0 || !isJsonObject(baseline.value)) return undefined;
  const gone = random.pick(required);
  return invalid(baseline, Object.fromEntries(Object.entries(baseline.value).filter(([name]) => name !== gone)));
}

function withWrongProperty(baseline: BaselineParts, random: Random): BaselineParts | undefined {
  const names = [...(schemaOf(baseline)?.properties.keys() ?? [])];
  if (names.length === 0 || !isJsonObject(baseline.value) || !isJsonType(baseline.type ?? '')) return undefined;
  return invalid(baseline, { ...baseline.value, [random.pick(names)]: random.pick(wrongValues) });
}

function replaced(baseline: BaselineParts, value: Json): BaselineParts | undefined {
  return hasJson(baseline) ? invalid(baseline, value) : undefined;
}

function allowed(baseline: BaselineParts, value: Json): BaselineParts | undefined {
  const schema = schemaOf(baseline);
  const isAllowed = hasJson(baseline) && schema !== undefined && isValid(schema, value, 'request');
  return isAllowed ? { ...baseline, value } : undefined;
}

function withoutBody(baseline: BaselineParts): BaselineParts | undefined {
  return baseline.operation.requestBody?.required === true ? { ...baseline, value: undefined } : undefined;
}

function beyondInt64(baseline: BaselineParts): BaselineParts | undefined {
  const [name] = [...(schemaOf(baseline)?.properties ?? [])].find(([, part]) => part.format === 'int64') ?? [];
  if (name === undefined || !isJsonObject(baseline.value) || !hasJson(baseline)) return undefined;
  const value: JsonObject = { ...baseline.value, [name]: 9223372036854775808n };
  return invalid(baseline, value);
}

function broken(baseline: BaselineParts, text: string): BaselineParts | undefined {
  return hasJson(baseline) ? { ...baseline, bytes: Buffer.from(text) } : undefined;
}

function typed(baseline: BaselineParts, type: string | undefined): BaselineParts | undefined {
  return hasJson(baseline) ? { ...baseline, type, bytes: Buffer.from(JSON.stringify(baseline.value)) } : undefined;
}

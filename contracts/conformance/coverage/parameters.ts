import type { Operation, Parameter, Place } from '../../../spec/model/contract.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { percentEncoded } from '../../../text.ts';
import { headerOf } from '../../http/headers.ts';
import type { Judged } from '../checks/check.ts';
import type { Draft } from '../model/draft.ts';
import { isSuccess } from '../model/exchange.ts';
import { createCounter, itemOf, type Ledger } from './ledger.ts';

/** Parameters: accepted when given, left out (required ones: in a request to be rejected), given a wrong value. */
export function parametersLedger(operation: Operation): Ledger {
  const counter = createCounter();
  return {
    note(judged) {
      for (const parameter of operation.parameters) {
        const side = sideOf(parameter, judged);
        if (side !== undefined) counter.add(nameOf(parameter), side);
      }
    },
    read() {
      const items = operation.parameters.map((parameter) =>
        itemOf({ name: nameOf(parameter), place: parameter.place, sides: sidesOf(parameter) }, counter),
      );
      return [{ kind: 'parameters', items }];
    },
  };
}

function nameOf({ in: where, name }: Parameter): string {
  return `${where} ${name}`;
}

function sideOf(parameter: Parameter, { case: tried, draft, answer }: Judged): string | undefined {
  const given = isGiven(parameter, draft, tried.place);
  const isAbout = tried.expectation === 'reject' && concerns(parameter, tried.place);
  if (isAbout) return given ? 'wrong' : 'left out';
  if (tried.expectation !== 'accept' || answer === undefined || !isSuccess(answer.status)) return undefined;
  return given ? 'given' : 'left out';
}

function sidesOf(parameter: Parameter): Readonly<Record<string, string>> {
  const leftOut = parameter.required ? 'no case leaves it out' : 'no accepted request goes without it';
  return {
    given: 'no accepted request gives it',
    ...(parameter.in === 'path' ? {} : { 'left out': leftOut }),
    ...(canBeWrong(parameter) ? { wrong: 'no case gives it a wrong value' } : {}),
  };
}

/** Anything can be read as a text without bounds. */
function canBeWrong({ schema, content }: Parameter): boolean {
  if (schema === undefined) return content.length > 0;
  const { types, enum: values, const: value, format, pattern, minLength, maxLength } = flatten(schema);
  const isText = types === undefined || types.has('string');
  return !isText || [values, value, format, pattern, minLength, maxLength].some((one) => one !== undefined);
}

function concerns({ place, schema }: Parameter, about: Place): boolean {
  return isWithin(place, about) || (schema !== undefined && isWithin(schema.place, about));
}

function isWithin(outer: Place, { file, pointer }: Place): boolean {
  return file === outer.file && (pointer === outer.pointer || pointer.startsWith(`${outer.pointer}/`));
}

function isGiven(parameter: Parameter, { path, headers }: Draft, about: Place): boolean {
  const { in: where, name } = parameter;
  if (where === 'path') return true;
  if (where === 'header') return headerOf(headers, name) !== undefined;
  const pairs = where === 'query' ? queryOf(path) : (headerOf(headers, 'cookie') ?? '').split(/; */);
  const encoded = percentEncoded(name);
  if (pairs.some((pair) => pair.startsWith(`${encoded}=`) || pair.startsWith(`${encoded}[`))) return true;
  // The members of an exploded object go by their own names.
  return isSpread(parameter) && concerns(parameter, about) && pairs.length > 0;
}

function queryOf(path: string): readonly string[] {
  const start = path.indexOf('?');
  return start === -1 ? [] : path.slice(start + 1).split('&');
}

function isSpread({ style, explode, schema }: Parameter): boolean {
  return style === 'form' && explode && schema !== undefined && flatten(schema).types?.has('object') === true;
}

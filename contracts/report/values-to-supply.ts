/** A snippet for plant-store.yaml with exactly the values that a run was missing, ready to edit. */
import { sanitizeLine } from '../../sanitize.ts';
import type { MissingValue } from './stage-report.ts';
import { listNames, pluralize } from './text-format.ts';

export interface ValuesToSupply {
  /** `3 things to supply, so that more can be tested` */
  readonly title: string;
  /** YAML, line by line. */
  readonly lines: readonly string[];
}

/** Undefined when nothing is missing. Every line is safe to print. */
export function valuesToSupply(missing: readonly MissingValue[]): ValuesToSupply | undefined {
  const entries = [...Map.groupBy(missing, groupKey).values()].map(toEntry);
  if (entries.length === 0) return undefined;
  const general = entries.filter(({ operations }) => operations === undefined);
  const single = Map.groupBy(
    entries.filter(({ operations }) => operations !== undefined),
    ({ operations = '' }) => operations,
  );
  return {
    title: `${pluralize(entries.length, 'thing')} to supply, so that more can be tested`,
    lines: [
      'values:',
      ...section('properties', general, '  '),
      ...(single.size === 0 ? [] : ['  operations:']),
      ...[...single].flatMap(([operations, ofOperation]) => [
        `    ${key(operations)}:`,
        ...ofOperation.filter(({ kind }) => kind === 'body').map(({ line }) => `      ${line}`),
        ...section(
          'parameters',
          ofOperation.filter(({ kind }) => kind === 'parameter'),
          '      ',
        ),
        ...section(
          'properties',
          ofOperation.filter(({ kind }) => kind === 'property'),
          '      ',
        ),
      ]),
    ].map(sanitizeLine),
  };
}

interface Entry {
  readonly kind: MissingValue['kind'];
  /** The pattern of the operations; undefined for an entry that concerns all. */
  readonly operations: string | undefined;
  readonly line: string;
}

/** The same record, or the same property. */
function groupKey({ kind, name, operation, path }: MissingValue): string {
  if (kind === 'property') return `property ${name}`;
  const item = kind === 'parameter' ? itemPath(path, name) : undefined;
  return `${kind} ${name} ${item ?? operation}`;
}

/** `/orders/{id}` of `/orders/{id}/lines`; undefined for a parameter that is not in the path. */
function itemPath(path: string, name: string): string | undefined {
  const end = path.indexOf(`{${name}}`);
  return end < 0 ? undefined : path.slice(0, end + name.length + 2);
}

function toEntry(group: readonly MissingValue[]): Entry {
  const [first] = group;
  if (first === undefined) throw new Error('a group is never empty');
  const { kind, name, operation, path, sample } = first;
  const item = itemPath(path, name);
  const isShared = new Set(group.map((one) => one.operation)).size > 1;
  const operations = isShared ? (kind === 'property' || item === undefined ? undefined : `* ${item}*`) : operation;
  const value = kind === 'body' ? `body: ${sampleText(sample)}` : `${key(name)}:`;
  return { kind, operations, line: `${value} # ${describe(group)}` };
}

const MAX_SAMPLE = 300;

/** JSON is YAML. */
function sampleText(sample = '{}'): string {
  return sample.length > MAX_SAMPLE ? '{}' : sample;
}

/** `GET /orders/{id}: 404` */
function describe(group: readonly MissingValue[]): string {
  const requests = listNames([...new Set(group.map(({ method, path }) => `${method} ${path}`))]);
  const notes = [...new Set(group.map(({ note }) => note))].join(', ');
  return `${requests}: ${notes}`.replaceAll(/[\r\n]+/g, ' ');
}

function section(name: string, entries: readonly Entry[], indent: string): readonly string[] {
  if (entries.length === 0) return [];
  return [`${indent}${name}:`, ...entries.map(({ line }) => `${indent}  ${line}`)];
}

function key(text: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

/** Writes a copy of the document with examples from real traffic, a few for each operation and status. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitError } from '../../../errors.ts';
import { writeFileAtomically } from '../../../spec/files/atomic-write.ts';
import { isJsonArray, isJsonObject, type Json, jsonTypeOf } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { ObservedExchange } from '../forward-exchange.ts';
import { type RecordedExchange, recordExchange } from './recorded-exchange.ts';
import { type NamedExchange, withExamples } from './with-examples.ts';

export interface ExampleRecorder {
  readonly file: string;
  /** Ignores exchanges that do not conform to the contract, and those of a shape that is already recorded. */
  readonly add: (observed: ObservedExchange) => void;
  /** The number of recorded exchanges. */
  readonly size: () => number;
  /** Writes pending changes. Throws `file-unwritable`. */
  readonly close: () => Promise<void>;
}

/** For each operation and status. */
const MAX_EXAMPLES = 3;

/** Throws `option-invalid` if the file is the document itself, or `file-unwritable`. */
export async function createExampleRecorder(contract: Contract, file: string): Promise<ExampleRecorder> {
  assertNotSourceFile(contract, file);
  const recorded: NamedExchange[] = [];
  const shapes = new Set<string>();
  let latest = contract;
  const target = createAtomicFile(file, () => withExamples(latest, recorded));
  await target.write();
  return {
    file,
    size: () => recorded.length,
    add: (observed) => {
      const one = recordExchange(observed);
      if (one === undefined) return;
      const sameKind = recorded.filter(({ exchange }) => isOfSameKind(exchange, one));
      const shape = exchangeShape(one);
      if (shapes.has(shape) || sameKind.length >= MAX_EXAMPLES) return;
      shapes.add(shape);
      recorded.push({ name: exampleName(one, recorded), exchange: one });
      latest = observed.contract;
      target.changed();
    },
    close: () => target.close(),
  };
}

function assertNotSourceFile({ sources }: Contract, file: string): void {
  const names = [...sources.keys()].map((name) => (name.startsWith('file:') ? fileURLToPath(name) : name));
  if (!names.some((name) => path.resolve(name) === path.resolve(file))) return;
  throw new KitError('option-invalid', `record ${JSON.stringify(file)}: expected a file other than the document`);
}

function isOfSameKind(exchange: RecordedExchange, one: RecordedExchange): boolean {
  return exchange.operation.id === one.operation.id && exchange.status === one.status;
}

/** `createOrder-200-1`: unique among the examples of the document, in any part of the exchange. */
function exampleName(one: RecordedExchange, recorded: readonly NamedExchange[]): string {
  const declared = [one.request, one.response].flatMap((body) => body?.media.examples ?? []);
  const sent = one.parameters.flatMap(({ parameter }) => parameter.examples);
  const usedNames = new Set([...declared, ...sent, ...recorded].map(({ name }) => name));
  const id = one.operation.id.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  for (let number = 1; ; number++) {
    const name = `${id}-${one.status}-${number}`;
    if (!usedNames.has(name)) return name;
  }
}

/** A text that is equal for exchanges of the same shape. */
function exchangeShape({ operation, status, parameters, request, response }: RecordedExchange): string {
  const names = parameters.map(({ parameter, value }) => `${parameter.in} ${parameter.name} ${valueShape(value)}`);
  const bodies = [request, response].map((body) =>
    body === undefined ? 'none' : `${body.media.range} ${valueShape(body.value)}`,
  );
  return JSON.stringify([operation.id, status, ...names.toSorted(), ...bodies]);
}

/** Lists are compared by the shapes of their items; integers and other numbers are not distinguished. */
function valueShape(value: Json): string {
  if (isJsonArray(value)) return `[${[...new Set(value.map(valueShape))].toSorted().join('|')}]`;
  if (!isJsonObject(value)) return jsonTypeOf(value).replace('integer', 'number');
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${valueShape(value[name] ?? null)}`).join(',')}}`;
}

/** A file that is rewritten after changes: at most once a second, and less often if generating it is slow. */
interface AtomicFile {
  /** Throws `file-unwritable`. */
  readonly write: () => Promise<void>;
  /** Schedules a write. */
  readonly changed: () => void;
  /** Writes pending changes. Throws `file-unwritable`. */
  readonly close: () => Promise<void>;
}

const MIN_WRITE_INTERVAL_MS = 1_000;

/** The maximum share of time spent on generating the text, because it blocks the process. */
const MAX_WORK_SHARE = 0.1;

function createAtomicFile(file: string, text: () => string): AtomicFile {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let hasChanges = false;
  let interval = MIN_WRITE_INTERVAL_MS;
  const createText = () => {
    const startedAt = performance.now();
    const created = text();
    interval = Math.max(MIN_WRITE_INTERVAL_MS, (performance.now() - startedAt) / MAX_WORK_SHARE);
    return created;
  };
  const write = () => {
    hasChanges = false;
    writing = writing.catch(() => undefined).then(() => writeFileAtomically(file, createText()));
    return writing;
  };
  return {
    write,
    changed: () => {
      hasChanges = true;
      timer ??= setTimeout(() => {
        timer = undefined;
        // If it fails again, `close` reports it.
        write().catch(() => {
          hasChanges = true;
        });
      }, interval).unref();
    },
    close: async () => {
      clearTimeout(timer);
      await (hasChanges ? write() : writing.catch(write));
    },
  };
}

/** Writes a copy of the document with examples from real traffic, a few of each kind. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Observed } from '../observed.ts';
import { createAtomicFile } from './atomic-file.ts';
import { type Recorded, recordedFrom } from './exchange.ts';
import { shapeOf } from './shape.ts';
import { type NamedExchange, withExamples } from './with-examples.ts';

export interface Recorder {
  readonly file: string;
  /** What breaks the contract is left out, and so is what is there already. */
  readonly add: (observed: Observed) => void;
  /** How many exchanges are in the file. */
  readonly size: () => number;
  /** Writes what is not yet written. Throws `file-unwritable`. */
  readonly close: () => Promise<void>;
}

/** For each operation and status. */
const MOST_EXAMPLES = 3;

/** Throws `option-invalid` where the file is the document itself, `file-unwritable`. */
export async function createRecorder(contract: Contract, file: string): Promise<Recorder> {
  refuseSource(contract, file);
  const recorded: NamedExchange[] = [];
  const shapes = new Set<string>();
  let latest = contract;
  const target = createAtomicFile(file, () => withExamples(latest, recorded));
  await target.write();
  return {
    file,
    size: () => recorded.length,
    add: (observed) => {
      const one = recordedFrom(observed);
      if (one === undefined) return;
      const alike = recorded.filter(({ exchange }) => isOfSameKind(exchange, one));
      const shape = shapeOf(one);
      if (shapes.has(shape) || alike.length >= MOST_EXAMPLES) return;
      shapes.add(shape);
      recorded.push({ name: nameFor(one, recorded), exchange: one });
      latest = observed.contract;
      target.changed();
    },
    close: () => target.close(),
  };
}

function refuseSource({ sources }: Contract, file: string): void {
  const names = [...sources.keys()].map((name) => (name.startsWith('file:') ? fileURLToPath(name) : name));
  if (!names.some((name) => path.resolve(name) === path.resolve(file))) return;
  throw new KitError(
    'option-invalid',
    `record ${JSON.stringify(file)}: expected another file than the document itself`,
  );
}

function isOfSameKind(exchange: Recorded, one: Recorded): boolean {
  return exchange.operation.id === one.operation.id && exchange.status === one.status;
}

/** `createOrder-200-1`: no example of the document, of whatever part of the exchange, has the name already. */
function nameFor(one: Recorded, recorded: readonly NamedExchange[]): string {
  const declared = [one.request, one.response].flatMap((body) => body?.media.examples ?? []);
  const sent = one.parameters.flatMap(({ parameter }) => parameter.examples);
  const taken = new Set([...declared, ...sent, ...recorded].map(({ name }) => name));
  const id = one.operation.id.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  for (let number = 1; ; number++) {
    const name = `${id}-${one.status}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** What earlier runs found, so that a run with `--resume` only repeats the mutants that survived or whose file changed. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json, parseJson } from '../../../spec/json/exact-json.ts';
import { type Mutant, mutantName } from './mutant.ts';
import { type KillingTest, type MutationTarget, readTargetSource } from './mutation-target.ts';
import type { MutantVerdict } from './run-mutants.ts';

const folder = fileURLToPath(new URL('../../../node_modules/.cache/plant-store-mutants/', import.meta.url));

export class RecordedVerdicts {
  readonly #target: MutationTarget;
  readonly #file: string;
  readonly #killers: Map<string, KillingTest>;

  constructor(target: MutationTarget) {
    this.#target = target;
    this.#file = path.join(folder, `${target.name}.json`);
    this.#killers = new Map(readKillers(this.#file));
  }

  /** The test that killed the mutant; tests are only added, so it would again. */
  killerOf(mutant: Mutant): KillingTest | undefined {
    return this.#killers.get(this.#keyOf(mutant));
  }

  /** A mutant that survived is not recorded, because a new test may kill it. */
  add({ mutant, killer }: MutantVerdict): void {
    if (killer === undefined) return;
    this.#killers.set(this.#keyOf(mutant), killer);
    mkdirSync(folder, { recursive: true });
    writeFileSync(this.#file, JSON.stringify(Object.fromEntries(this.#killers), undefined, 1));
  }

  #keyOf(mutant: Mutant): string {
    const source = createHash('sha256').update(readTargetSource(this.#target, mutant.file)).digest('hex');
    return `${mutantName(mutant)} | ${mutant.start} | ${source}`;
  }
}

function readKillers(file: string): readonly [string, KillingTest][] {
  const parsed = parseJson(textOf(file));
  if (!parsed.ok || !isJsonObject(parsed.value)) return [];
  return Object.entries(parsed.value).flatMap(([key, value]): [string, KillingTest][] => {
    const killer = toKillingTest(value);
    return killer === undefined ? [] : [[key, killer]];
  });
}

/** Empty before the first run. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function toKillingTest(value: Json): KillingTest | undefined {
  if (!isJsonObject(value)) return undefined;
  const { suite, test } = value;
  return typeof suite === 'string' && typeof test === 'string' ? { suite, test } : undefined;
}

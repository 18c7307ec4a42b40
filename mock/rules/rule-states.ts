/** The states of named scenarios, and how far sequences are: in the storage, so that all processes share them. */
import { isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import type { InitialRecord, RecordStore } from '../model/storage.ts';

/** The state of a scenario in which no rule has set another one. */
export const FIRST_STATE = 'started';

/** The internal collection; no other name starts like this. */
export const STATES_COLLECTION = 'scenario:';

export interface RuleStates {
  read(scenario: string): Promise<string>;
  /** Atomic: false if another request has changed the state, so that it is not the required one. */
  change(scenario: string, states: { readonly from: string | undefined; readonly to: string }): Promise<boolean>;
  /** 0, 1, 2, ... for each call about the rule. */
  advance(ruleId: string): Promise<number>;
  /** Begins with 0 again. */
  restart(ruleId: string): Promise<void>;
}

export function createRuleStates(records: RecordStore): RuleStates {
  const read = async (id: string) => storedValue((await records.read(STATES_COLLECTION, id))?.value);
  /** Writes what `next` returns for the present value, unless that is undefined; returns the present value. */
  const replace = async (id: string, next: (present: Json | undefined) => Json | undefined) => {
    for (;;) {
      const stored = await records.read(STATES_COLLECTION, id);
      const present = storedValue(stored?.value);
      const value = next(present);
      if (value === undefined) return { isWritten: false, present };
      const isWritten =
        stored === undefined
          ? await records.insert(STATES_COLLECTION, id, { value })
          : await records.update(STATES_COLLECTION, { ...stored, value: { value } });
      if (isWritten) return { isWritten, present };
    }
  };
  return {
    read: async (scenario) => toState(await read(stateId(scenario))),
    change: async (scenario, { from, to }) => {
      const isAllowed = (present: Json | undefined) => from === undefined || toState(present) === from;
      return (await replace(stateId(scenario), (present) => (isAllowed(present) ? to : undefined))).isWritten;
    },
    restart: async (ruleId) => void (await records.remove(STATES_COLLECTION, `rule ${ruleId}`)),
    advance: async (ruleId) => {
      const { present } = await replace(`rule ${ruleId}`, (position) => toPosition(position) + 1);
      return toPosition(present);
    },
  };
}

/** The stored states of scenarios. */
export function initialStates(states: Readonly<Record<string, string>>): readonly InitialRecord[] {
  return Object.entries(states).map(([scenario, value]) => ({
    collection: STATES_COLLECTION,
    id: stateId(scenario),
    value: { value },
  }));
}

function stateId(scenario: string): string {
  return `state ${scenario}`;
}

function storedValue(value: Json | undefined): Json | undefined {
  return isJsonObject(value) ? value['value'] : undefined;
}

function toState(value: Json | undefined): string {
  return typeof value === 'string' ? value : FIRST_STATE;
}

function toPosition(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/** Where a made-up value is, and how values are drawn there. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Direction } from '../../spec/model/schema.ts';
import { type Faker, seedFaker } from './faker.ts';

export interface MakeUpOptions {
  readonly faker: Faker;
  readonly locale: string;
  readonly seed: string;
  /** Identifies the value: the same key gives the same values. By default, the place of the schema. */
  readonly key?: string | undefined;
  /** `varied`: values differ from key to key, also those that have one example. `random`: texts without a known name stay. */
  readonly mode: 'plain' | 'varied' | 'random';
  /** Of the body that has the value. */
  readonly direction: Direction;
  /** Names around the value, such as the one of its collection; the nearest first. */
  readonly objectNames: readonly string[];
  /** Texts that are known of an object, such as the email of a user: its other values fit them. */
  readonly known?: KnownTexts | undefined;
  /** The value of a property that refers to a record; undefined for others. */
  readonly findReference?: ((path: readonly string[], key: string) => Json | undefined) | undefined;
}

export interface KnownTexts {
  /** The names of properties down to the object. */
  readonly path: readonly string[];
  /** By name. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface Place {
  readonly key: string;
  /** Whether the key is final: below a component or an item of a list, it only gets longer. */
  readonly isKeyGiven: boolean;
  /** Undefined for the value itself. */
  readonly name: string | undefined;
  /** The names of properties from the value itself to here. */
  readonly path: readonly string[];
  /** The nearest first. */
  readonly objectNames: readonly string[];
}

export function memberPlace(place: Place, name: string): Place {
  return { ...place, key: `${place.key}/${name}`, name, path: [...place.path, name] };
}

/** Faker, with a state of its own for each place and part. */
export function seedFor({ key }: Pick<Place, 'key'>, { faker, seed }: MakeUpOptions, part: string): Faker {
  return seedFaker(faker, `${seed} ${key} ${part}`);
}
